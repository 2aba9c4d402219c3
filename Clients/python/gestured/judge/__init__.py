"""gestured-judge: plays a daemon, and judges a client by what it prints (docs/judge.md)."""

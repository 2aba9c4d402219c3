#!/usr/bin/env node
// Prints each completed gesture: gestures.js [SOCKET]. Continues when gestured is restarted.
"use strict";
const { existsSync } = require("node:fs");
const net = require("node:net");

/** The path of the given socket, or of the first that exists. */
function socketPath() {
  const given = process.argv[2] || process.env.GESTURED_SOCKET;
  const paths = ["/run/gestured/gestured.sock", `${process.env.XDG_RUNTIME_DIR}/gestured.sock`];
  return given || paths.find(existsSync) || paths[0];
}

/** Calls `onGesture` with every gesture that ended and was not cancelled; reconnects after a loss. */
function listen(onGesture) {
  const connection = net.connect(socketPath());
  let rest = ""; // the beginning of a line whose end has not arrived yet
  connection.setEncoding("utf8"); // even if a character arrives in two pieces
  connection.on("connect", () => connection.write('{"type":"subscribe","phases":["ended"]}\n'));
  connection.on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const message of lines.map((line) => JSON.parse(line))) {
      // Later versions send more: unknown members are ignored.
      if (message.type === "gesture" && message.phase === "ended") onGesture(message);
      if (message.reason === "too_many_clients") {
        console.error("gestured has too many clients: end one, or raise its max_clients");
        process.exit(69);
      }
    }
  });
  connection.on("error", (error) => {
    if (error.code !== "EACCES") return; // "close" follows
    console.error("no permission: join the group gestured-clients, and log in again");
    process.exit(77);
  });
  connection.on("close", () => setTimeout(listen, 1000, onGesture));
}

listen((gesture) => {
  console.log(gesture.name, gesture.direction ?? gesture.count ?? "");
});

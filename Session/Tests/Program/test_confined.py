"""The files that the program can reach, by way of fontconfig: at a lock it reads its settings and writes a cache."""

from pathlib import Path

import pytest

FONTS = "<dir>/usr/share/fonts</dir>"


def fonts(path, *elements):
    """Writes a configuration of fontconfig."""
    path.write_text(f"<?xml version='1.0'?><fontconfig>{''.join(elements)}</fontconfig>")
    return path


def lock(stage, configuration):
    """Locks with a configuration of fontconfig, which reads it and writes what it found."""
    stage.start(variables={"FONTCONFIG_FILE": str(configuration)})
    stage.ask(type="lock", seconds=60)
    stage.rises()


@pytest.fixture(name="outside")
def other_folder(tmp_path_factory):
    """A folder that is not the runtime folder."""
    return tmp_path_factory.mktemp("outside")


@pytest.mark.parametrize("is_inside", [True, False])
def test_it_writes_below_its_runtime_folder_and_nowhere_else(stage, outside, is_inside):
    cache = (stage.folder if is_inside else outside) / "cache"
    lock(stage, fonts(stage.folder / "fonts.conf", FONTS, f"<cachedir>{cache}</cachedir>"))
    assert cache.exists() == is_inside


@pytest.mark.parametrize("is_inside", [True, False])
def test_it_reads_no_file_of_other_folders_except_those_of_fonts(stage, outside, is_inside):
    cache = stage.folder / "cache"
    included = fonts((stage.folder if is_inside else outside) / "more.conf", f"<cachedir>{cache}</cachedir>")
    lock(stage, fonts(stage.folder / "fonts.conf", FONTS, f"<include ignore_missing='yes'>{included}</include>"))
    assert cache.exists() == is_inside


def test_it_logs_nothing_if_the_kernel_confines_it(stage):
    modules = Path("/sys/kernel/security/lsm")
    if not modules.exists():
        pytest.skip(f"{modules} cannot be read: whether the kernel has Landlock is unknown")
    assert "landlock" in modules.read_text()
    stage.start()
    stage.program.terminate()
    assert stage.ends() == (0, "")

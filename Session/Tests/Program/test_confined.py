"""The files that the program can reach, by way of fontconfig: at a lock it reads its settings and writes a cache."""

import ctypes

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


def has_landlock():
    """Whether the kernel answers landlock_create_ruleset(2) with a version of its interface."""
    create_ruleset, version = 444, 1
    return ctypes.CDLL(None).syscall(create_ruleset, None, 0, version) > 0


def test_it_logs_only_that_the_kernel_does_not_confine_it(stage):
    stage.start()
    stage.program.terminate()
    status, log = stage.ends()
    assert status == 0
    assert (log == "") if has_landlock() else ("the kernel permits no Landlock" in log)

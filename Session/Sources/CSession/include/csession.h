/// The compositor: outputs, touches, and one surface an output that keeps touches from programs.
///
/// A client of libwayland-client without callbacks of frames and without a thread. Everything that
/// the compositor chooses is bounded: 8 outputs, 4 seats, sizes, lengths of names and the memory of
/// pictures. No function waits except `csession_connect`, for five seconds at most, and
/// `csession_load_fonts`, for files.
#ifndef CSESSION_H
#define CSESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CSESSION_OUTPUTS = 8,
    CSESSION_SEATS = 4,
    CSESSION_STRIPS = 64,
    CSESSION_NAME = 64,
    CSESSION_TEXT = 256
};

/// An output, as the compositor describes it. Texts end in 0, and are cut to fit.
typedef struct csession_output {
    /// The number of its global.
    uint32_t id;
    char name[CSESSION_NAME];
    /// Make and model, with a space between them.
    char model[2 * CSESSION_NAME];
    /// Before the transform; 0 if unknown.
    int32_t width_mm, height_mm;
    /// wl_output.transform, 0 to 7.
    int32_t transform;
    int32_t scale;
} csession_output;

/// A rectangle, in fractions of the output as the user sees it.
typedef struct csession_strip {
    double x, y, width, height;
} csession_strip;

typedef enum csession_kind {
    /// An output appeared or changed.
    CSESSION_OUTPUT,
    /// An output disappeared.
    CSESSION_OUTPUT_REMOVED,
    /// Touches of the program's own surfaces.
    CSESSION_DOWN,
    CSESSION_MOTION,
    CSESSION_UP,
    /// Every touch of `seat` has ended.
    CSESSION_CANCEL,
    /// A pointer moved, or its button or wheel was used, on one of the program's own surfaces.
    CSESSION_POINTER,
    /// The compositor has answered `csession_sync`.
    CSESSION_SYNCHRONISED,
    /// The first output beyond CSESSION_OUTPUTS: it has no surface.
    CSESSION_OUTPUT_IGNORED,
} csession_kind;

typedef struct csession_event {
    csession_kind kind;
    uint32_t seat;
    int32_t touch;
    /// Relative to the surface, in its units; with CSESSION_DOWN the size of the output in these,
    /// 0 if it is unknown.
    double x, y, width, height;
    /// With CSESSION_OUTPUT, CSESSION_OUTPUT_REMOVED, and CSESSION_DOWN where the size is known.
    csession_output output;
} csession_event;

typedef struct csession csession;
typedef void (*csession_handler)(void *context, const csession_event *event);

/// Connects to the compositor of WAYLAND_DISPLAY, and reports its outputs. NULL on failure; `lacks`
/// is then whether the compositor lacks a protocol.
csession *csession_connect(csession_handler handler, void *context, bool *lacks);
void csession_close(csession *session);

int csession_descriptor(const csession *session);

/// Sends queued requests without waiting. 0; 1 if the rest has to wait until the descriptor is
/// writable; -1 if the connection has ended.
int csession_flush(csession *session);

/// Reads and handles available events, without waiting. 0, or -1 if the connection has ended.
int csession_read(csession *session);

/// Why the connection has ended or, for NULL, failed; valid until the next call.
const char *csession_problem(csession *session);

/// Requests an answer; does nothing while one is awaited.
void csession_sync(csession *session);

typedef enum csession_cover {
    CSESSION_NOTHING,
    CSESSION_STRIPS_ONLY,
    CSESSION_EVERYTHING,
} csession_cover;

/// Sets the strips of an output, at most CSESSION_STRIPS; the next `csession_show` shows them.
void csession_set_strips(csession *session, uint32_t output, const csession_strip *strips,
                         size_t count);

/// What a lock shows: a message, the remaining time and, at a place in fractions of the output, a
/// cross.
typedef struct csession_picture {
    const char *message;
    int64_t seconds;
    bool is_dark, has_cross;
    double x, y;
} csession_picture;

/// Sets which touches the surfaces of all outputs receive, and what they show, NULL for nothing; an
/// output has no surface if it would receive none.
void csession_show(csession *session, csession_cover cover, const csession_picture *picture);

/// From now on this thread opens files for writing only below `folder`, for reading only there and
/// in the system's folders and homes, and executes no program. Before Linux 6.2 it can truncate(2)
/// any file. False if the kernel has no Landlock.
bool csession_confine(const char *folder);

/// Finds and loads the font of pictures, once; takes seconds where fontconfig has no cache.
void csession_load_fonts(void);

/// sd_notify(3) without its library: sends `text` to $NOTIFY_SOCKET, without waiting.
void csession_notify(const char *text);

/// A listening Unix socket at `path`, mode 0600, in place of a dead one. -1 with errno on failure;
/// EADDRINUSE if a process serves it.
int csession_listen(const char *path);

/// accept4(2), non-blocking; -1 with errno EPERM for a peer of another user.
int csession_accept(int listener);

/// A non-blocking connection to a Unix socket; -1 with errno on failure.
int csession_connect_socket(const char *path);

/// A descriptor that is readable after SIGTERM, SIGINT or SIGHUP, which it blocks; -1 with errno.
int csession_signals(void);

#endif

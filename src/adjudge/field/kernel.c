/* The inner loops of the battlefield once more, in C.

   Every function here has a plain twin of the same name in Python, marked `@compiled` (adjudge/field/compiled.py). The
   twin is the truth: it is what one reads, and what runs where this module was not built. The two agree bit by bit,
   which tests/field/test_kernel.py holds. So the arithmetic is written in the same order, nothing is contracted
   (-ffp-contract=off), and lengths come from Python's own `math.hypot`, which is no C library's.

   Shapes, solids and turns are the named tuples of `rounded` and `ground`, read where they are. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>

#define EPS 1e-6          /* points.EPS */
#define TAUT 1e-9         /* paths.TAUT */
#define ON_THE_SIDE 1e-12 /* rounded.ON_THE_SIDE */

static PyObject *python_hypot;

/* ------------------------------------------------ reading tuples */

static double number(PyObject *object) {
    return PyFloat_CheckExact(object) ? PyFloat_AS_DOUBLE(object) : PyFloat_AsDouble(object);
}

static double item(PyObject *tuple, Py_ssize_t index) { return number(PyTuple_GET_ITEM(tuple, index)); }

/* Whether an object is a tuple of at least so many; if not, an error is set. */
static int is_tuple(PyObject *object, Py_ssize_t least) {
    if (PyTuple_Check(object) && PyTuple_GET_SIZE(object) >= least)
        return 1;
    PyErr_Format(PyExc_TypeError, "a tuple of %zd was expected, not %R", least, object);
    return 0;
}

static int read_point(PyObject *object, double *x, double *y) {
    if (!is_tuple(object, 2))
        return 0;
    *x = item(object, 0);
    *y = item(object, 1);
    return !PyErr_Occurred();
}

/* rounded.Rounded: core, radius, box, edges. */
typedef struct {
    PyObject *core, *edges;
    Py_ssize_t corners, sides;
    double radius, left, low, right, high;
} Shape;

enum { EDGE_X, EDGE_Y, EDGE_UX, EDGE_UY, EDGE_LENGTH, EDGE_NX, EDGE_NY, EDGE_SIZE };

static int read_shape(PyObject *object, Shape *shape) {
    if (!is_tuple(object, 4))
        return 0;
    PyObject *box = PyTuple_GET_ITEM(object, 2);
    shape->core = PyTuple_GET_ITEM(object, 0);
    shape->edges = PyTuple_GET_ITEM(object, 3);
    if (!is_tuple(shape->core, 1) || !is_tuple(box, 4) || !is_tuple(shape->edges, 0))
        return 0;
    shape->corners = PyTuple_GET_SIZE(shape->core);
    shape->sides = PyTuple_GET_SIZE(shape->edges);
    for (Py_ssize_t i = 0; i < shape->corners; i++)
        if (!is_tuple(PyTuple_GET_ITEM(shape->core, i), 2))
            return 0;
    for (Py_ssize_t i = 0; i < shape->sides; i++)
        if (!is_tuple(PyTuple_GET_ITEM(shape->edges, i), EDGE_SIZE))
            return 0;
    shape->radius = item(object, 1);
    shape->left = item(box, 0), shape->low = item(box, 1), shape->right = item(box, 2), shape->high = item(box, 3);
    return !PyErr_Occurred();
}

static double corner_x(const Shape *shape, Py_ssize_t i) { return item(PyTuple_GET_ITEM(shape->core, i), 0); }
static double corner_y(const Shape *shape, Py_ssize_t i) { return item(PyTuple_GET_ITEM(shape->core, i), 1); }
static double side(const Shape *shape, Py_ssize_t i, int what) { return item(PyTuple_GET_ITEM(shape->edges, i), what); }

/* How far a point is off the line of a side, outwards. */
static double off_side(const Shape *shape, Py_ssize_t i, double x, double y) {
    double ex = side(shape, i, EDGE_X), ey = side(shape, i, EDGE_Y);
    return (x - ex) * side(shape, i, EDGE_NX) + (y - ey) * side(shape, i, EDGE_NY);
}

static double length_of(double dx, double dy) {
    if (PyErr_Occurred())
        return NAN;
    PyObject *sides[3] = {NULL, PyFloat_FromDouble(dx), PyFloat_FromDouble(dy)};
    PyObject *found = sides[1] && sides[2]
        ? PyObject_Vectorcall(python_hypot, sides + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL)
        : NULL;
    double length = found ? PyFloat_AS_DOUBLE(found) : NAN;
    Py_XDECREF(sides[1]);
    Py_XDECREF(sides[2]);
    Py_XDECREF(found);
    return length;
}

/* ------------------------------------------------ rounded: a point and a shape */

/* What is left between a point and the nearest point of a side. */
static void from_edge(const Shape *shape, Py_ssize_t i, double x, double y, double *dx, double *dy) {
    double ex = side(shape, i, EDGE_X), ey = side(shape, i, EDGE_Y), length = side(shape, i, EDGE_LENGTH);
    double ux = side(shape, i, EDGE_UX), uy = side(shape, i, EDGE_UY);
    double along = (x - ex) * ux + (y - ey) * uy;
    along = along < 0 ? 0.0 : along > length ? length : along;
    *dx = x - ex - along * ux, *dy = y - ey - along * uy;
}

/* Squares tell which length is the least, but for those that are nearly equal: only these need be worked out. */
#define NEARLY (1 + 1e-12)

static double from_edges(const Shape *shape, double x, double y) {
    double least = INFINITY, nearest = INFINITY, dx, dy;
    for (Py_ssize_t i = 0; i < shape->sides; i++) {
        from_edge(shape, i, x, y, &dx, &dy);
        double square = dx * dx + dy * dy;
        if (square < least)
            least = square;
    }
    for (Py_ssize_t i = 0; i < shape->sides; i++) {
        from_edge(shape, i, x, y, &dx, &dy);
        if (dx * dx + dy * dy <= least * NEARLY) {
            double away = length_of(dx, dy);
            if (away < nearest)
                nearest = away;
        }
    }
    return nearest;
}

static double clearance_of(const Shape *shape, double x, double y) {
    if (!shape->sides)
        return length_of(x - corner_x(shape, 0), y - corner_y(shape, 0)) - shape->radius;
    double deepest = -INFINITY;
    for (Py_ssize_t i = 0; i < shape->sides; i++) {
        double off = off_side(shape, i, x, y);
        if (off > deepest)
            deepest = off;
    }
    return (deepest <= 0 ? deepest : from_edges(shape, x, y)) - shape->radius;
}

static int lies_inside(const Shape *shape, double x, double y) {
    double deep = shape->radius - EPS;
    if (!shape->sides) {
        double dx = x - corner_x(shape, 0), dy = y - corner_y(shape, 0);
        return deep > 0 && dx * dx + dy * dy < deep * deep;
    }
    int is_in_core = 1;
    for (Py_ssize_t i = 0; i < shape->sides; i++) {
        double off = off_side(shape, i, x, y);
        if (off >= deep)
            return 0;
        if (off > 0)
            is_in_core = 0;
    }
    return is_in_core || from_edges(shape, x, y) < deep;
}

/* ------------------------------------------------ rounded: a segment and a shape */

typedef struct {
    double start, end;
} Span;

static int span_in_halves(const Shape *shape, double offset, double x, double y, double dx, double dy, Span *span) {
    double start = 0.0, end = 1.0;
    for (Py_ssize_t i = 0; i < shape->sides; i++) {
        double away = off_side(shape, i, x, y) - offset;
        double rate = dx * side(shape, i, EDGE_NX) + dy * side(shape, i, EDGE_NY);
        if (rate == 0) {
            if (away > 0)
                return 0;
            continue;
        }
        double share = -away / rate;
        if (rate > 0) {
            if (share < end)
                end = share;
        } else if (share > start)
            start = share;
        if (start > end)
            return 0;
    }
    span->start = start, span->end = end;
    return 1;
}

static int span_in_circle(double cx, double cy, double radius, double x, double y, double dx, double dy, Span *span) {
    if (radius < 0)
        return 0;
    double fx = x - cx, fy = y - cy;
    double a = dx * dx + dy * dy, c = fx * fx + fy * fy - radius * radius;
    if (a == 0) {
        span->start = 0.0, span->end = 1.0;
        return c <= 0;
    }
    double half = fx * dx + fy * dy, root = half * half - a * c;
    if (root < 0)
        return 0;
    root = sqrt(root);
    double start = (-half - root) / a, end = (-half + root) / a;
    if (end < 0 || start > 1)
        return 0;
    span->start = start < 0.0 ? 0.0 : start, span->end = end > 1.0 ? 1.0 : end;
    return 1;
}

/* What one pair of parallel lines leaves of a span. */
static int cut_by_strip(double value, double rate, double limit, Span *span) {
    if (rate == 0)
        return 0 <= value && value <= limit;
    double first = -value / rate, last = (limit - value) / rate;
    if (first > last) {
        double other = first;
        first = last, last = other;
    }
    if (first > span->start)
        span->start = first;
    if (last < span->end)
        span->end = last;
    return !(span->start > span->end);
}

static int span_beside(
    const Shape *shape, Py_ssize_t i, double radius, double x, double y, double dx, double dy, Span *span) {
    double ux = side(shape, i, EDGE_UX), uy = side(shape, i, EDGE_UY);
    double nx = side(shape, i, EDGE_NX), ny = side(shape, i, EDGE_NY);
    x = x - side(shape, i, EDGE_X), y = y - side(shape, i, EDGE_Y);
    span->start = 0.0, span->end = 1.0;
    return cut_by_strip(x * ux + y * uy, dx * ux + dy * uy, side(shape, i, EDGE_LENGTH), span) &&
           cut_by_strip(x * nx + y * ny, dx * nx + dy * ny, radius, span);
}

static double from_core(const Shape *shape, double x, double y) {
    double deepest = off_side(shape, 0, x, y);
    for (Py_ssize_t i = 1; i < shape->sides; i++) {
        double off = off_side(shape, i, x, y);
        if (off > deepest)
            deepest = off;
    }
    return deepest > 0 ? from_edges(shape, x, y) : 0.0;
}

static void join(Span *whole, int *is_found, Span part) {
    if (!*is_found)
        *whole = part;
    if (part.start < whole->start)
        whole->start = part.start;
    if (part.end > whole->end)
        whole->end = part.end;
    *is_found = 1;
}

static int span_in_core(const Shape *shape, double radius, double x, double y, double dx, double dy, Span *span) {
    if (!span_in_halves(shape, radius, x, y, dx, dy, span))
        return 0;
    if (radius <= EPS)
        return 1;
    double limit = radius + ON_THE_SIDE;
    if (from_core(shape, x + span->start * dx, y + span->start * dy) <= limit &&
        limit >= from_core(shape, x + span->end * dx, y + span->end * dy))
        return 1;
    int is_found = 0;
    Span part;
    for (Py_ssize_t i = 0; i < shape->corners; i++)
        if (span_in_circle(corner_x(shape, i), corner_y(shape, i), radius, x, y, dx, dy, &part))
            join(span, &is_found, part);
    for (Py_ssize_t i = 0; i < shape->sides; i++)
        if (span_beside(shape, i, radius, x, y, dx, dy, &part))
            join(span, &is_found, part);
    if (shape->corners > 2 && span_in_halves(shape, 0.0, x, y, dx, dy, &part))
        join(span, &is_found, part);
    return is_found;
}

static int span_of(const Shape *shape, double x, double y, double x2, double y2, double grow, Span *span) {
    if ((x < shape->left - grow && x2 < shape->left - grow) || (x > shape->right + grow && x2 > shape->right + grow) ||
        (y < shape->low - grow && y2 < shape->low - grow) || (y > shape->high + grow && y2 > shape->high + grow))
        return 0;
    double radius = shape->radius + grow;
    return shape->sides ? span_in_core(shape, radius, x, y, x2 - x, y2 - y, span)
                        : span_in_circle(corner_x(shape, 0), corner_y(shape, 0), radius, x, y, x2 - x, y2 - y, span);
}

static int keeps_clear(const Shape *shape, double limit, double x, double y, double dx, double dy) {
    double nearest = INFINITY, turn = 0.0;
    for (Py_ssize_t i = 0; i < shape->corners; i++) {
        double before = turn;
        turn = (corner_x(shape, i) - x) * dy - (corner_y(shape, i) - y) * dx;
        if (turn * before < 0 || turn == 0)
            return 0;
        if (turn * turn < nearest)
            nearest = turn * turn;
    }
    return nearest >= limit;
}

static int comes_near(const Shape *shape, double limit, double x, double y, double x2, double y2) {
    double dx = x2 - x, dy = y2 - y, square = dx * dx + dy * dy;
    for (Py_ssize_t i = 0; i < shape->corners; i++) {
        double cx = corner_x(shape, i), cy = corner_y(shape, i), ax = cx - x, ay = cy - y, away;
        double along = ax * dx + ay * dy;
        if (along <= 0)
            away = ax * ax + ay * ay;
        else if (along >= square)
            away = (cx - x2) * (cx - x2) + (cy - y2) * (cy - y2);
        else {
            double turn = ax * dy - ay * dx;
            away = turn * turn / square;
        }
        if (away < limit)
            return 1;
    }
    return 0;
}

static int is_pierced(const Shape *shape, double x, double y, double x2, double y2) {
    double dx = x2 - x, dy = y2 - y, square = dx * dx + dy * dy, near = shape->radius - EPS;
    if (square == 0)
        return 0;
    if (!shape->sides)
        return near > 0 && comes_near(shape, near * near, x, y, x2, y2);
    if (keeps_clear(shape, near * fabs(near) * square, x, y, dx, dy))
        return 0;
    if (near > 0 && comes_near(shape, near * near, x, y, x2, y2))
        return 1;
    Span span;
    int is_around = span_in_halves(shape, near, x, y, dx, dy, &span);
    if (!is_around || near <= 0)
        return is_around && span.end > span.start;
    if (span_in_halves(shape, 0.0, x, y, dx, dy, &span) && span.end > span.start)
        return 1;
    return lies_inside(shape, x, y) || lies_inside(shape, x2, y2);
}

/* ------------------------------------------------ rounded, as Python calls it */

static int takes(Py_ssize_t given, Py_ssize_t least, Py_ssize_t most) {
    if (least <= given && given <= most)
        return 1;
    PyErr_Format(PyExc_TypeError, "%zd to %zd arguments were expected, not %zd", least, most, given);
    return 0;
}

static PyObject *unless_failed(int truth) { return PyErr_Occurred() ? NULL : PyBool_FromLong(truth); }

/* A shape and the two numbers of a point. */
static int read_shape_and_place(PyObject *const *args, Py_ssize_t given, Shape *shape, double *x, double *y) {
    if (!takes(given, 3, 3) || !read_shape(args[0], shape))
        return 0;
    *x = number(args[1]), *y = number(args[2]);
    return !PyErr_Occurred();
}

static PyObject *clearance(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Shape shape;
    double x, y;
    if (!read_shape_and_place(args, given, &shape, &x, &y))
        return NULL;
    double found = clearance_of(&shape, x, y);
    return PyErr_Occurred() ? NULL : PyFloat_FromDouble(found);
}

static PyObject *is_inside(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Shape shape;
    double x, y;
    if (!read_shape_and_place(args, given, &shape, &x, &y))
        return NULL;
    return unless_failed(lies_inside(&shape, x, y));
}

static PyObject *pierces(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Shape shape;
    double x, y, x2, y2;
    if (!takes(given, 3, 3) || !read_shape(args[0], &shape) || !read_point(args[1], &x, &y) ||
        !read_point(args[2], &x2, &y2))
        return NULL;
    return unless_failed(is_pierced(&shape, x, y, x2, y2));
}

static PyObject *pair(double x, double y) {
    PyObject *first = PyFloat_FromDouble(x), *second = PyFloat_FromDouble(y);
    PyObject *both = first && second ? PyTuple_Pack(2, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return both;
}

static PyObject *span_inside(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    Shape shape;
    Span span;
    double x, y, x2, y2;
    if (!takes(given, 3, 4) || !read_shape(args[0], &shape) || !read_point(args[1], &x, &y) ||
        !read_point(args[2], &x2, &y2))
        return NULL;
    double grow = given > 3 ? number(args[3]) : 0.0;
    int is_found = !PyErr_Occurred() && span_of(&shape, x, y, x2, y2, grow, &span);
    if (PyErr_Occurred())
        return NULL;
    if (!is_found)
        Py_RETURN_NONE;
    return pair(span.start, span.end);
}

/* ------------------------------------------------ ground and paths: many solids at once */

enum { SOLID_LEFT, SOLID_LOW, SOLID_RIGHT, SOLID_HIGH, SOLID_ID, SOLID_SHAPE, SOLID_FEE, SOLID_FACTOR, SOLID_SIZE };

static int meets(PyObject *solid, double left, double low, double right, double high) {
    return item(solid, SOLID_LEFT) <= right && item(solid, SOLID_RIGHT) >= left && item(solid, SOLID_LOW) <= high &&
           item(solid, SOLID_HIGH) >= low;
}

static PyObject *all_meeting(PyObject *solids, double left, double low, double right, double high) {
    PyObject *fast = PySequence_Fast(solids, "solids were expected"), *found = fast ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; found && i < PySequence_Fast_GET_SIZE(fast); i++) {
        PyObject *solid = PySequence_Fast_GET_ITEM(fast, i);
        if (!is_tuple(solid, SOLID_SIZE) || (meets(solid, left, low, right, high) && PyList_Append(found, solid) < 0))
            Py_CLEAR(found);
    }
    Py_XDECREF(fast);
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

static void put_in_order(double *low, double *high) {
    if (*low > *high) {
        double other = *low;
        *low = *high, *high = other;
    }
}

static PyObject *near_(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    if (!takes(given, 2, 2) || !is_tuple(args[1], 4))
        return NULL;
    return all_meeting(args[0], item(args[1], 0), item(args[1], 1), item(args[1], 2), item(args[1], 3));
}

static PyObject *near_segment(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    double left, low, right, high;
    if (!takes(given, 3, 3) || !read_point(args[1], &left, &low) || !read_point(args[2], &right, &high))
        return NULL;
    put_in_order(&left, &right);
    put_in_order(&low, &high);
    return all_meeting(args[0], left, low, right, high);
}

typedef int (*Test)(const Shape *shape, double x, double y, double x2, double y2);

static int holds_point(const Shape *shape, double x, double y, double x2, double y2) {
    return lies_inside(shape, x, y);
}

/* The first solid, in their own order, whose box a segment meets and whose shape passes a test. */
static PyObject *first_that(Test test, PyObject *solids, double x, double y, double x2, double y2) {
    double left = x, low = y, right = x2, high = y2;
    put_in_order(&left, &right);
    put_in_order(&low, &high);
    PyObject *fast = PySequence_Fast(solids, "solids were expected"), *found = Py_None;
    Shape shape;
    for (Py_ssize_t i = 0; fast && i < PySequence_Fast_GET_SIZE(fast); i++) {
        PyObject *solid = PySequence_Fast_GET_ITEM(fast, i);
        if (!is_tuple(solid, SOLID_SIZE))
            break;
        if (!meets(solid, left, low, right, high))
            continue;
        if (!read_shape(PyTuple_GET_ITEM(solid, SOLID_SHAPE), &shape))
            break;
        if (test(&shape, x, y, x2, y2)) {
            found = solid;
            break;
        }
    }
    Py_INCREF(found);
    Py_XDECREF(fast);
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

static PyObject *what_is_at(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    double x, y;
    if (!takes(given, 2, 2) || !read_point(args[1], &x, &y))
        return NULL;
    return first_that(holds_point, args[0], x, y, x, y);
}

static PyObject *blocker_of(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    double x, y, x2, y2;
    if (!takes(given, 3, 3) || !read_point(args[1], &x, &y) || !read_point(args[2], &x2, &y2))
        return NULL;
    return first_that(is_pierced, args[0], x, y, x2, y2);
}

/* ------------------------------------------------ paths: taut legs */

/* ground.Turn: where it is, the steps to the points before and after it, and the square of the longer step. */
typedef struct {
    double x, y, bx, by, cx, cy, side;
} Turn;

static int read_turn(PyObject *object, Turn *turn) {
    if (!is_tuple(object, 4) || !read_point(PyTuple_GET_ITEM(object, 0), &turn->x, &turn->y) ||
        !read_point(PyTuple_GET_ITEM(object, 1), &turn->bx, &turn->by) ||
        !read_point(PyTuple_GET_ITEM(object, 2), &turn->cx, &turn->cy))
        return 0;
    turn->side = item(object, 3);
    return 1;
}

static int is_slack(const Turn *turn, double dx, double dy, double square) {
    return square > turn->side && (dx * turn->by - dy * turn->bx) * (dx * turn->cy - dy * turn->cx) < -TAUT;
}

static PyObject *taut_legs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    if (!takes(given, 3, 3) || !PyList_Check(args[0]))
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "a list of turns was expected");
    Py_ssize_t here = PyLong_AsSsize_t(args[1]), there = PyLong_AsSsize_t(args[2]);
    Turn one, two;
    if (PyErr_Occurred() || here < 0 || there < 0 || here >= PyList_GET_SIZE(args[0]))
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_IndexError, "there is no turn %zd", here);
    if (!read_turn(PyList_GET_ITEM(args[0], here), &one))
        return NULL;
    PyObject *found = PyList_New(0);
    for (; found && there < PyList_GET_SIZE(args[0]); there++) {
        if (!read_turn(PyList_GET_ITEM(args[0], there), &two)) {
            Py_CLEAR(found);
            break;
        }
        double dx = two.x - one.x, dy = two.y - one.y, square = dx * dx + dy * dy;
        if (is_slack(&one, dx, dy, square) || is_slack(&two, dx, dy, square))
            continue;
        PyObject *leg = Py_BuildValue("nd", there, square);
        if (!leg || PyList_Append(found, leg) < 0)
            Py_CLEAR(found);
        Py_XDECREF(leg);
    }
    return found;
}

/* ------------------------------------------------ paths: the search */

/* A list that grows. */
#define LIST(type) struct { type *at; Py_ssize_t count, room; }

static int make_room(void **at, Py_ssize_t count, Py_ssize_t *room, size_t size) {
    if (count < *room)
        return 1;
    Py_ssize_t more = *room ? *room * 2 : 64;
    void *moved = PyMem_Realloc(*at, (size_t)more * size);
    if (!moved) {
        PyErr_NoMemory();
        return 0;
    }
    *at = moved, *room = more;
    return 1;
}

#define ADD(list, ...) \
    (make_room((void **)&(list).at, (list).count, &(list).room, sizeof *(list).at) && \
     ((list).at[(list).count++] = (__VA_ARGS__), 1))

/* A solid whose shape has been read. */
typedef struct {
    PyObject *solid;
    Shape shape;
    double left, low, right, high;
} Part;

typedef LIST(Part) Parts;

static int read_parts(PyObject *solids, Parts *parts) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(solids); i++) {
        PyObject *solid = PyList_GET_ITEM(solids, i);
        Part part = {.solid = solid};
        if (!is_tuple(solid, SOLID_SIZE) || !read_shape(PyTuple_GET_ITEM(solid, SOLID_SHAPE), &part.shape))
            return 0;
        part.left = item(solid, SOLID_LEFT), part.low = item(solid, SOLID_LOW);
        part.right = item(solid, SOLID_RIGHT), part.high = item(solid, SOLID_HIGH);
        if (PyErr_Occurred() || !ADD(*parts, part))
            return 0;
    }
    return 1;
}

/* The first of some parts whose box a segment meets and whose shape passes a test; NULL if there is none. */
static PyObject *first_of(Test test, const Parts *parts, Py_ssize_t from, double x, double y, double x2, double y2) {
    double left = x, low = y, right = x2, high = y2;
    put_in_order(&left, &right);
    put_in_order(&low, &high);
    for (const Part *part = parts->at + from; part < parts->at + parts->count; part++)
        if (part->left <= right && part->right >= left && part->low <= high && part->high >= low &&
            test(&part->shape, x, y, x2, y2))
            return part->solid;
    return NULL;
}

/* A turning point of the search. `is_settled`: the way there is known, by way of `before` and at this cost. */
typedef struct {
    Turn turn;
    double rest, cost;
    Py_ssize_t before, next_goal;
    int is_settled;
} Node;

typedef struct {
    double promise, cost, x, y;
    Py_ssize_t there, here;
} Leg;

typedef LIST(Leg) Legs;

/* paths._Search. Of the solids those from `moving` on are figures. */
typedef struct {
    double start_x, start_y, limit;
    int is_bounded;
    Py_ssize_t goals, moving;
    Parts solids, tolls;
    LIST(Node) nodes;
    LIST(PyObject *) known;
    LIST(Py_ssize_t) settled;
    Legs queue;
    Legs goal_legs; /* a row of `goals` legs for each settled node, the cheapest first */
    PyObject *layer, *start, *goal_points, *turns_of, *pulse;
    double left, low, right, high;
} Search;

static double ring_cosine[64], ring_sine[64], ring_reach, ring_step, close_by;
static Py_ssize_t ring_size;

/* The numbers that `ground` works out for rings, once. */
static int know_rings(void) {
    if (ring_size)
        return 1;
    PyObject *ground = PyImport_ImportModule("adjudge.field.ground");
    PyObject *ring = ground ? PyObject_GetAttrString(ground, "RING") : NULL;
    PyObject *numbers = ground ? PyObject_GetAttrString(ground, "RING_NUMBERS") : NULL;
    if (ring && numbers && is_tuple(ring, 1) && is_tuple(numbers, 3) && PyTuple_GET_SIZE(ring) <= 64) {
        ring_reach = item(numbers, 0), ring_step = item(numbers, 1), close_by = item(numbers, 2);
        Py_ssize_t size = PyTuple_GET_SIZE(ring), i = 0;
        while (i < size && read_point(PyTuple_GET_ITEM(ring, i), &ring_cosine[i], &ring_sine[i]))
            i++;
        ring_size = i == size ? size : 0;
    }
    Py_XDECREF(ground);
    Py_XDECREF(ring);
    Py_XDECREF(numbers);
    return ring_size > 0;
}

static int comes_before(const Leg *one, const Leg *two) {
    if (one->promise != two->promise)
        return one->promise < two->promise;
    if (one->cost != two->cost)
        return one->cost < two->cost;
    if (one->x != two->x)
        return one->x < two->x;
    if (one->y != two->y)
        return one->y < two->y;
    return one->there != two->there ? one->there < two->there : one->here < two->here;
}

static int in_order(const void *one, const void *two) {
    return comes_before(one, two) ? -1 : comes_before(two, one) ? 1 : 0;
}

static int put_in_queue(Legs *queue, Leg leg) {
    if (!ADD(*queue, leg))
        return 0;
    Py_ssize_t at = queue->count - 1;
    while (at && comes_before(&leg, &queue->at[(at - 1) / 2])) {
        queue->at[at] = queue->at[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->at[at] = leg;
    return 1;
}

static Leg take_from_queue(Legs *queue) {
    Leg first = queue->at[0], last = queue->at[--queue->count];
    Py_ssize_t at = 0, child;
    while ((child = 2 * at + 1) < queue->count) {
        if (child + 1 < queue->count && comes_before(&queue->at[child + 1], &queue->at[child]))
            child++;
        if (!comes_before(&queue->at[child], &last))
            break;
        queue->at[at] = queue->at[child];
        at = child;
    }
    queue->at[at] = last;
    return first;
}

/* How far the nearest goal is. */
static double rest_from(const Search *search, double x, double y) {
    double least = INFINITY, nearest = INFINITY;
    for (Py_ssize_t i = 1; i <= search->goals; i++) {
        const Turn *goal = &search->nodes.at[i].turn;
        double dx = goal->x - x, dy = goal->y - y, square = dx * dx + dy * dy;
        if (square < least)
            least = square;
    }
    for (Py_ssize_t i = 1; i <= search->goals; i++) {
        const Turn *goal = &search->nodes.at[i].turn;
        double dx = goal->x - x, dy = goal->y - y;
        if (dx * dx + dy * dy <= least * NEARLY) {
            double away = length_of(dx, dy);
            if (away < nearest)
                nearest = away;
        }
    }
    return nearest;
}

#define UNKNOWN -1.0
#define TOO_LATE -2.0

static double rest_if_in_time(const Search *search, double x, double y) {
    if (!search->is_bounded)
        return UNKNOWN;
    double gone = length_of(x - search->start_x, y - search->start_y), rest = rest_from(search, x, y);
    return gone + rest <= search->limit ? rest : TOO_LATE;
}

static int push(Search *search, Py_ssize_t there, Py_ssize_t here, double cost) {
    Node *node = &search->nodes.at[there];
    if (node->rest < 0)
        node->rest = rest_from(search, node->turn.x, node->turn.y);
    Leg leg = {cost + node->rest, cost, node->turn.x, node->turn.y, there, here};
    return !(leg.promise <= search->limit) || put_in_queue(&search->queue, leg);
}

/* What a toll adds to a leg. */
static double extra(const Part *toll, double x, double y, double x2, double y2) {
    Span span;
    if (!span_of(&toll->shape, x, y, x2, y2, -EPS, &span) || span.end <= span.start)
        return 0.0;
    double fee = clearance_of(&toll->shape, x, y) > -2 * EPS ? item(toll->solid, SOLID_FEE) : 0.0;
    return fee + (span.end - span.start) * length_of(x2 - x, y2 - y) * (item(toll->solid, SOLID_FACTOR) - 1);
}

static int meets_segment(const Part *part, double x, double y, double x2, double y2) {
    return part->left <= fmax(x, x2) && part->right >= fmin(x, x2) && part->low <= fmax(y, y2) &&
           part->high >= fmin(y, y2);
}

static double leg_cost(const Search *search, const Turn *one, const Turn *two, double square) {
    if (!search->tolls.count)
        return sqrt(square);
    double more = 0.0;
    for (const Part *toll = search->tolls.at; toll < search->tolls.at + search->tolls.count; toll++)
        if (meets_segment(toll, one->x, one->y, two->x, two->y))
            more += extra(toll, one->x, one->y, two->x, two->y);
    return length_of(two->x - one->x, two->y - one->y) + more;
}

static int look_round(Search *search, Py_ssize_t here, Py_ssize_t first) {
    Turn one = search->nodes.at[here].turn;
    double gone = search->nodes.at[here].cost, left = search->limit - gone;
    for (Py_ssize_t there = first; there < search->nodes.count; there++) {
        const Node *node = &search->nodes.at[there];
        double dx = node->turn.x - one.x, dy = node->turn.y - one.y, square = dx * dx + dy * dy;
        if (node->is_settled || is_slack(&one, dx, dy, square) || is_slack(&node->turn, dx, dy, square))
            continue;
        if (search->is_bounded && (left - node->rest < 0 || square > (left - node->rest) * (left - node->rest)))
            continue;
        if (!push(search, there, here, gone + leg_cost(search, &one, &node->turn, square)))
            return 0;
    }
    return 1;
}

static int try_next_goal(Search *search, Py_ssize_t here) {
    Node *node = &search->nodes.at[here];
    const Leg *leg = &search->goal_legs.at[node->next_goal];
    if (node->next_goal >= search->goal_legs.count || leg->here != here)
        return 1;
    node->next_goal++;
    return push(search, leg->there, here, leg->cost);
}

static int line_up_goals(Search *search, Py_ssize_t here) {
    const Node *node = &search->nodes.at[here];
    Py_ssize_t first = search->goal_legs.count;
    for (Py_ssize_t there = 1; there <= search->goals; there++) {
        const Turn *goal = &search->nodes.at[there].turn;
        double dx = goal->x - node->turn.x, dy = goal->y - node->turn.y, square = dx * dx + dy * dy;
        if (is_slack(&node->turn, dx, dy, square))
            continue;
        double cost = node->cost + leg_cost(search, &node->turn, goal, square);
        if (!ADD(search->goal_legs, (Leg){0.0, cost, goal->x, goal->y, there, here}))
            return 0;
    }
    if (search->goal_legs.count > first)
        qsort(search->goal_legs.at + first, (size_t)(search->goal_legs.count - first), sizeof(Leg), in_order);
    search->nodes.at[here].next_goal = first;
    return first == search->goal_legs.count || try_next_goal(search, here);
}

static int is_known(const Search *search, PyObject *solid) {
    for (Py_ssize_t i = 0; i < search->known.count; i++)
        if (search->known.at[i] == solid)
            return 1;
    return 0;
}

static int is_on_the_table(const Search *search, double x, double y) {
    return search->left - EPS <= x && x <= search->right + EPS && search->low - EPS <= y && y <= search->high + EPS;
}

static Turn turn_at(double x, double y, double bx, double by, double cx, double cy) {
    bx -= x, by -= y, cx -= x, cy -= y;
    double before = bx * bx + by * by, after = cx * cx + cy * cy;
    return (Turn){x, y, bx, by, cx, cy, after > before ? after : before};
}

static int add_node(Search *search, Turn turn, double rest) {
    return ADD(search->nodes, (Node){.turn = turn, .rest = rest});
}

/* Takes up the points at which a path may turn round something; what others of them are inside of has to wait. */
static int turn_round(Search *search, PyObject *solid, PyObject *waiting) {
    PyObject *of_it = PyObject_CallFunctionObjArgs(search->turns_of, search->layer, solid, NULL);
    if (!of_it || !is_tuple(of_it, 2) || !PyList_Check(PyTuple_GET_ITEM(of_it, 0))) {
        Py_XDECREF(of_it);
        return 0;
    }
    PyObject *turns = PyTuple_GET_ITEM(of_it, 0);
    Py_ssize_t from = PyTuple_GET_ITEM(of_it, 1) == Py_True ? search->moving : 0;
    int is_fine = 1;
    for (Py_ssize_t i = 0; is_fine && i < PyList_GET_SIZE(turns); i++) {
        PyObject *entry = PyList_GET_ITEM(turns, i), *inside;
        Turn turn;
        if (!is_tuple(entry, 2) || !read_turn(PyTuple_GET_ITEM(entry, 0), &turn)) {
            is_fine = 0;
            break;
        }
        double rest = rest_if_in_time(search, turn.x, turn.y);
        if (rest == TOO_LATE)
            continue;
        inside = PyTuple_GET_ITEM(entry, 1);
        if (inside == Py_None)
            inside = first_of(holds_point, &search->solids, from, turn.x, turn.y, turn.x, turn.y);
        is_fine = inside ? PyList_Append(waiting, inside) == 0 : add_node(search, turn, rest);
    }
    Py_DECREF(of_it);
    return is_fine;
}

static int turn_round_circle(Search *search, const Shape *shape, PyObject *waiting) {
    double x = corner_x(shape, 0), y = corner_y(shape, 0), reach = shape->radius * ring_reach;
    double dx = search->start_x - x, dy = search->start_y - y, away = length_of(dx, dy);
    double c = away ? reach * dx / away : reach, s = away ? reach * dy / away : 0.0, xs[64], ys[64];
    for (Py_ssize_t i = 0; i < ring_size; i++) {
        xs[i] = x + c * ring_cosine[i] - s * ring_sine[i];
        ys[i] = y + s * ring_cosine[i] + c * ring_sine[i];
    }
    for (Py_ssize_t i = 0; i < ring_size; i++) {
        double rest = rest_if_in_time(search, xs[i], ys[i]);
        if (rest == TOO_LATE || !is_on_the_table(search, xs[i], ys[i]))
            continue;
        PyObject *inside = first_of(holds_point, &search->solids, 0, xs[i], ys[i], xs[i], ys[i]);
        Py_ssize_t before = i ? i - 1 : ring_size - 1, after = i + 1 < ring_size ? i + 1 : 0;
        if (inside ? PyList_Append(waiting, inside) < 0
                   : !add_node(search, turn_at(xs[i], ys[i], xs[before], ys[before], xs[after], ys[after]), rest))
            return 0;
    }
    return 1;
}

/* Takes up points for whoever begins or ends close to an arc, between it and its turning points. */
static int turn_beside_arc(Search *search, double x, double y, double radius, const Turn *end) {
    double reach = radius * ring_reach, dx = end->x - x, dy = end->y - y, away = length_of(dx, dy);
    if (!(0 < away && away < radius * (1 + close_by)))
        return 1;
    double towards = atan2(dy, dx), ratio = radius / away, aside = acos(ratio < 1.0 ? ratio : 1.0) + ring_step / 2;
    for (int i = 0; i < 2; i++) {
        double middle = i ? towards + aside : towards - aside;
        double px = x + reach * cos(middle), py = y + reach * sin(middle);
        double rest = rest_if_in_time(search, px, py);
        if (rest == TOO_LATE || !is_on_the_table(search, px, py) ||
            first_of(holds_point, &search->solids, 0, px, py, px, py))
            continue;
        double bx = x + reach * cos(middle - ring_step), by = y + reach * sin(middle - ring_step);
        double cx = x + reach * cos(middle + ring_step), cy = y + reach * sin(middle + ring_step);
        if (!add_node(search, turn_at(px, py, bx, by, cx, cy), rest))
            return 0;
    }
    return 1;
}

static int turn_beside(Search *search, PyObject *solid, const Shape *shape) {
    double margin = shape->radius * close_by + EPS;
    double left = item(solid, SOLID_LEFT) - margin, low = item(solid, SOLID_LOW) - margin;
    double right = item(solid, SOLID_RIGHT) + margin, high = item(solid, SOLID_HIGH) + margin;
    for (Py_ssize_t i = 0; i <= search->goals; i++) {
        Turn end = search->nodes.at[i].turn;
        if (left <= end.x && end.x <= right && low <= end.y && end.y <= high)
            for (Py_ssize_t corner = 0; corner < shape->corners; corner++)
                if (!turn_beside_arc(search, corner_x(shape, corner), corner_y(shape, corner), shape->radius, &end))
                    return 0;
    }
    return 1;
}

/* Takes a list of solids into account, and whatever their turning points are inside of. */
static int learn(Search *search, PyObject *waiting) {
    Py_ssize_t first = search->nodes.count, size;
    Shape shape;
    while ((size = PyList_GET_SIZE(waiting))) {
        PyObject *solid = PyList_GET_ITEM(waiting, size - 1);
        Py_INCREF(solid);
        int is_fine = PyList_SetSlice(waiting, size - 1, size, NULL) == 0;
        if (is_fine && !is_known(search, solid))
            is_fine = ADD(search->known, solid) && read_shape(PyTuple_GET_ITEM(solid, SOLID_SHAPE), &shape) &&
                      (shape.sides ? turn_round(search, solid, waiting) : turn_round_circle(search, &shape, waiting)) &&
                      turn_beside(search, solid, &shape);
        Py_DECREF(solid); /* the layer or the list of solids has it */
        if (!is_fine)
            return 0;
    }
    for (Py_ssize_t i = 0; i < search->settled.count; i++)
        if (!look_round(search, search->settled.at[i], first))
            return 0;
    return 1;
}

/* Whether a leg is clear: 1 or 0; -1 if something went wrong. */
static int is_open(Search *search, const Leg *leg) {
    Turn one = search->nodes.at[leg->here].turn, two = search->nodes.at[leg->there].turn;
    PyObject *blocker = first_of(is_pierced, &search->solids, 0, one.x, one.y, two.x, two.y);
    PyObject *fresh = PyList_New(0);
    int is_fine = fresh != NULL, is_clear = blocker == NULL;
    if (is_fine && blocker && !is_known(search, blocker))
        is_fine = PyList_Append(fresh, blocker) == 0;
    for (Py_ssize_t i = 0; is_fine && !blocker && i < search->tolls.count; i++) {
        const Part *toll = &search->tolls.at[i];
        if (meets_segment(toll, one.x, one.y, two.x, two.y) && !is_known(search, toll->solid) &&
            extra(toll, one.x, one.y, two.x, two.y) > 0)
            is_fine = PyList_Append(fresh, toll->solid) == 0;
    }
    if (is_fine && PyList_GET_SIZE(fresh)) {
        is_fine = learn(search, fresh) && (blocker || push(search, leg->there, leg->here, leg->cost));
        is_clear = 0;
    }
    Py_XDECREF(fresh);
    return is_fine ? is_clear : -1;
}

/* A turning point as Python knows it. */
static PyObject *point_at(const Search *search, Py_ssize_t here) {
    const Turn *turn = &search->nodes.at[here].turn;
    if (here > search->goals)
        return pair(turn->x, turn->y);
    return Py_NewRef(here ? PyList_GET_ITEM(search->goal_points, here - 1) : search->start);
}

/* The points of the way, the goal first, and its cost. */
static PyObject *traced(const Search *search, Py_ssize_t here) {
    PyObject *points = PyList_New(0);
    double cost = search->nodes.at[here].cost;
    for (int is_last = 0; points && !is_last; here = search->nodes.at[here].before) {
        PyObject *point = point_at(search, here);
        if (!point || PyList_Append(points, point) < 0)
            Py_CLEAR(points);
        Py_XDECREF(point);
        is_last = here == 0;
    }
    return points ? Py_BuildValue("Nd", points, cost) : NULL;
}

static PyObject *run(Search *search) {
    if (!push(search, 0, 0, 0.0))
        return NULL;
    while (search->queue.count) {
        Leg leg = take_from_queue(&search->queue);
        Node *node = &search->nodes.at[leg.there];
        int is_goal = 0 < leg.there && leg.there <= search->goals;
        if (node->is_settled)
            continue;
        PyObject *beat = PyObject_CallNoArgs(search->pulse);
        Py_XDECREF(beat);
        int is_clear = beat ? is_open(search, &leg) : -1;
        if (is_clear < 0 || (!is_clear && is_goal && !try_next_goal(search, leg.here)))
            return NULL;
        if (!is_clear)
            continue;
        node = &search->nodes.at[leg.there];
        node->is_settled = 1, node->before = leg.here, node->cost = leg.cost;
        if (is_goal)
            return traced(search, leg.there);
        if (!ADD(search->settled, leg.there) || !line_up_goals(search, leg.there) ||
            !look_round(search, leg.there, search->goals + 1))
            return NULL;
    }
    Py_RETURN_NONE;
}

static int add_end(Search *search, PyObject *point) {
    Turn turn = {0};
    return read_point(point, &turn.x, &turn.y) && add_node(search, turn, 0.0);
}

/* way_round(layer, standing, moving, tolls, start, goals, limit, turns_of, pulse) */
static PyObject *way_round(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    if (!takes(given, 9, 9) || !know_rings())
        return NULL;
    if (!is_tuple(args[0], 1) || !is_tuple(PyTuple_GET_ITEM(args[0], 0), 4) || !PyList_Check(args[1]) ||
        !PyList_Check(args[2]) || !PyList_Check(args[3]) || !PyList_Check(args[5]))
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "lists were expected");
    PyObject *bounds = PyTuple_GET_ITEM(args[0], 0), *found = NULL;
    Search search = {.layer = args[0], .start = args[4], .goal_points = args[5], .turns_of = args[7], .pulse = args[8]};
    search.goals = PyList_GET_SIZE(args[5]);
    search.left = item(bounds, 0), search.low = item(bounds, 1);
    search.right = item(bounds, 2), search.high = item(bounds, 3);
    search.limit = number(args[6]) + EPS, search.is_bounded = search.limit < INFINITY;
    int is_fine = !PyErr_Occurred() && read_parts(args[1], &search.solids);
    search.moving = search.solids.count;
    is_fine = is_fine && read_parts(args[2], &search.solids) && read_parts(args[3], &search.tolls) &&
              add_end(&search, args[4]);
    for (Py_ssize_t i = 0; is_fine && i < search.goals; i++)
        is_fine = add_end(&search, PyList_GET_ITEM(args[5], i));
    if (is_fine) {
        search.start_x = search.nodes.at[0].turn.x, search.start_y = search.nodes.at[0].turn.y;
        search.nodes.at[0].rest = rest_from(&search, search.start_x, search.start_y);
        found = run(&search);
    }
    void *owned[] = {search.solids.at, search.tolls.at, search.nodes.at, search.known.at, search.settled.at,
                     search.queue.at, search.goal_legs.at};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        PyMem_Free(owned[i]);
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

/* ------------------------------------------------ sight: a region of lines cut down */

#define MOST_CORNERS 256

typedef struct {
    int count;
    double u[MOST_CORNERS], v[MOST_CORNERS];
} Region;

/* The part of a convex region where a*u + b*v >= c; false if there were too many corners to tell. */
static int clip(const Region *region, double a, double b, double c, Region *kept) {
    double values[MOST_CORNERS];
    for (int i = 0; i < region->count; i++)
        values[i] = a * region->u[i] + b * region->v[i] - c;
    kept->count = 0;
    for (int i = 0, last = region->count - 1; i < region->count; last = i++) {
        if (kept->count + 2 > MOST_CORNERS)
            return 0;
        if ((values[i] < 0) != (values[last] < 0)) {
            double share = values[last] / (values[last] - values[i]);
            kept->u[kept->count] = region->u[last] + (region->u[i] - region->u[last]) * share;
            kept->v[kept->count++] = region->v[last] + (region->v[i] - region->v[last]) * share;
        }
        if (values[i] >= 0) {
            kept->u[kept->count] = region->u[i];
            kept->v[kept->count++] = region->v[i];
        }
    }
    return 1;
}

static PyObject *clipped_all(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    if (!takes(given, 3, 3) || !PyList_Check(args[0]) || !PyList_Check(args[1]) ||
        PyList_GET_SIZE(args[0]) > MOST_CORNERS)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "lists of a few points were expected");
    Region regions[2], *region = &regions[0], *kept = &regions[1];
    double way = number(args[2]), x, y;
    if (PyErr_Occurred())
        return NULL;
    region->count = (int)PyList_GET_SIZE(args[0]);
    for (int i = 0; i < region->count; i++)
        if (!read_point(PyList_GET_ITEM(args[0], i), &region->u[i], &region->v[i]))
            return NULL;
    for (Py_ssize_t i = 0; region->count && i < PyList_GET_SIZE(args[1]); i++) {
        if (!read_point(PyList_GET_ITEM(args[1], i), &x, &y))
            return NULL;
        if (!clip(region, way * (1 - x), way * x, way * y, kept))
            return PyErr_Format(PyExc_OverflowError, "a region of lines has more than %d corners", MOST_CORNERS);
        Region *other = region;
        region = kept, kept = other;
    }
    PyObject *found = PyErr_Occurred() ? NULL : PyList_New(region->count);
    for (int i = 0; found && i < region->count; i++) {
        PyObject *point = pair(region->u[i], region->v[i]);
        if (point)
            PyList_SET_ITEM(found, i, point);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* ------------------------------------------------ the module */

#define TWIN(name, function) {name, (PyCFunction)(void (*)(void))function, METH_FASTCALL, NULL}

static PyMethodDef twins[] = {
    TWIN("clearance", clearance),
    TWIN("is_inside", is_inside),
    TWIN("pierces", pierces),
    TWIN("span_inside", span_inside),
    TWIN("near", near_),
    TWIN("near_segment", near_segment),
    TWIN("what_is_at", what_is_at),
    TWIN("blocker_of", blocker_of),
    TWIN("taut_legs", taut_legs),
    TWIN("way_round", way_round),
    TWIN("clipped_all", clipped_all),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "kernel",
    .m_doc = "The inner loops of the battlefield in C (adjudge.field.compiled).",
    .m_size = -1,
    .m_methods = twins,
};

PyMODINIT_FUNC PyInit_kernel(void) {
    PyObject *math = PyImport_ImportModule("math"), *module = NULL;
    python_hypot = math ? PyObject_GetAttrString(math, "hypot") : NULL;
    Py_XDECREF(math);
    if (python_hypot)
        module = PyModule_Create(&definition);
    if (module && PyModule_AddStringConstant(module, "FINGERPRINT", FINGERPRINT) < 0)
        Py_CLEAR(module);
    return module;
}

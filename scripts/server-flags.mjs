// Lists the flags of Node for a serving process. deploy/ repeats them for its own starts, which
// tests/deploy.test.ts compares.

/**
 * Bounds V8's heap. By default V8 keeps dead objects until they are several times the live ones:
 * with ten times more callers than it can serve, the process took 334 MiB and kept growing. With
 * semi-spaces of 16 MiB, and a full collection after 100 % growth, it stays at 267 MiB and serves
 * as many (tests/faults/overload.test.ts, ten seconds a load). Smaller ones, 8 MiB and 50 %, stay
 * at 220 MiB, but a purchase costs a sixth more processor time.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100']

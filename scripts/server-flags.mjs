// Flags of Node that a serving process is started with. deploy/ writes them again for its own starts;
// tests/deploy.test.ts compares.

/**
 * Left to itself V8 lets young and dead objects stand until they are several times what is in use: under
 * ten times more callers than it can serve the process took 334 MiB and went on growing. With halves of
 * 16 MiB for what is young, and a full collection once as much as the last one left has come, it stays
 * flat at 267 MiB and answers as many (tests/faults/overload.test.ts, ten seconds a load). Smaller ones,
 * 8 MiB and half as much, stay at 220 MiB, but cost a purchase a sixth more of the processor.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100']

// A small fault, as a hurried colleague would make it: one exact replacement in one file. Types only.

export type Fault = {
  /** What goes wrong for people, in a few words. */
  readonly fault: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Why no test can tell the difference; only then a fault may survive. */
  readonly equivalent?: string
}

/** The faults of one file, and the tests nearest to it, the quickest first. */
export type FaultyFile = {
  readonly file: string
  readonly tests: readonly string[]
  readonly faults: readonly Fault[]
}

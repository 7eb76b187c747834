// How many purchases share a transaction, and how many may wait for their turn.

export const groupLimits = { groupMax: 128, waitingMax: 2_000 } as const

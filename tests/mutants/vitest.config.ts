// The tests as run-mutants.ts runs them: on the PostgreSQL that it has started for all of them, up to
// the first failure, and with an end for a fault that makes a test wait for ever.
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const { globalSetup: _, ...test } = base.test ?? {}

export default mergeConfig(
  { ...base, test },
  { test: { bail: 1, testTimeout: 60_000, hookTimeout: 60_000 } },
)

// Configures tests that run with a faulty statement: they end at the first failure.
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const isRecording = process.env.SQL_RECORD !== undefined

// The runner has started one PostgreSQL for all of its runs.
const { globalSetup: _, ...test } = base.test ?? {}

export default mergeConfig(
  { ...base, test },
  {
    test: {
      setupFiles: ['tests/mutants/watch-sql.ts'],
      retry: 0,
      ...(isRecording ? {} : { bail: 1, maxWorkers: 1, testTimeout: 30_000 }),
    },
  },
)

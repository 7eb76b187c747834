// The tests as run-mutants.ts runs them: on the PostgreSQL that it has started for all of them, one file
// after another in the order of the list, up to the first failure.
import { relative } from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env.MUTANT_TESTS?.split(' ') ?? []
    const place = ({ moduleId }: TestSpecification) =>
      order.indexOf(relative(process.cwd(), moduleId))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

const { globalSetup: _, ...test } = base.test ?? {}

export default mergeConfig(
  { ...base, test },
  { test: { bail: 1, maxWorkers: 1, sequence: { sequencer: InOrder } } },
)

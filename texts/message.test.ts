// Tests how values are filled into a message.
import { expect, it } from 'vitest'
import { fill } from './message.ts'

it.each(['محمد علي', 'דנה', 'ܐܠܗܐ', 'Ada عادة', '𞤀𞤣'])(
  'isolates a value that runs from right to left: %s',
  (name) => {
    expect(fill('{name} gave {kg} kg', { name, kg: 1_200 }, 'en')).toBe(
      `\u2068${name}\u2069 gave 1,200 kg`,
    )
  },
)

it.each(['Ada', 'Оля', '王小明', 'สมชาย', 'O’Neill', '+44...456'])(
  'leaves any other value as it is: %s',
  (name) => {
    expect(fill('{name} gave', { name }, 'en')).toBe(`${name} gave`)
  },
)

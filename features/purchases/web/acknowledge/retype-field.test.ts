// Tests the format of an id while it is retyped, key by key.
import { describe, expect, it } from 'vitest'
import { caretAfter, compareGroups, formatRetyped } from './retype-field.tsx'

const txId = 'CP-7K2M-9QXF-4HJD'

describe('an id that is retyped', () => {
  it.each([
    ['cp7k2m9qxf4hjd', txId],
    ['cp 7k2m 9qxf 4hjd', txId],
    ['CP–7K2M–9QXF–4HJD', txId],
    [txId, txId],
    ['ＣＰ７', 'CP-7'],
    ['CP7K2M', 'CP-7K2M'],
    ['CP-7K2M-9QXF-4HJDXX', 'CP-7K2M-9QXF-4HJDXX'],
  ])('%j reads %j', (text, formatted) => expect(formatRetyped(text, '', txId)).toBe(formatted))

  it('keeps a typed dash, and lets it be deleted', () => {
    expect(formatRetyped('CP-', 'CP', txId)).toBe('CP-')
    expect(formatRetyped('CP', 'CP-', txId)).toBe('CP')
    expect(formatRetyped('CP-', 'CP-7', txId)).toBe('CP')
    expect(formatRetyped('C-', 'C', txId)).toBe('C')
  })

  it('keeps the caret behind the same letter', () => {
    expect(caretAfter('CP-7K2M', 2)).toBe(2)
    expect(caretAfter('CP-7K2M', 3)).toBe(4)
    expect(caretAfter('CP-7K2M', 9)).toBe(7)
  })

  it('is compared group by group', () => {
    const isSame = (typed: string) => compareGroups(typed, txId).map((group) => group.isSame)
    expect(isSame(txId)).toEqual([true, true, true, true])
    expect(isSame('CP-7K2M-9QXX')).toEqual([true, true, false, false])
  })
})

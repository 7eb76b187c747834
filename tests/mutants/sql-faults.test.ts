// Tests which faults are made of a statement, and that quoted text stays unchanged.
import { describe, expect, it } from 'vitest'
import { sqlFaults } from './sql-faults.ts'

const droppedOf = (text: string) => sqlFaults(text).map(({ kind, dropped }) => [kind, dropped])

describe('the faults of a statement', () => {
  it('leave out one condition each', () => {
    const text = `select id from t where a = 1 and b in (1, 2) and (c or d) order by id`
    expect(sqlFaults(text).map((fault) => fault.text.replace(/\s+/g, ' '))).toEqual([
      'select id from t where a = 1 and (c or d) order by id',
      'select id from t where a = 1 and b in (1, 2) order by id',
      'select id from t where a = 1 and b in (1, 2) and (c or d) ',
    ])
  })

  it('leave out locks with what they name', () => {
    expect(droppedOf('select 1 from t order by id limit $1 for update of t skip locked')).toEqual([
      ['order', 'order by id'],
      ['lock', 'for update of t skip locked'],
    ])
  })

  it('leave out a conflict clause up to what is returned', () => {
    const text = `insert into t (a) values ($1) on conflict (a) do update set b = 1 where t.b > 0 returning a`
    expect(droppedOf(text)).toEqual([
      ['conflict', 'on conflict (a) do update set b = 1 where t.b > 0'],
    ])
  })

  it('are found inside parentheses, whose end they keep', () => {
    const text = `select exists (select from t where a and b > 1) as found`
    expect(sqlFaults(text).map((fault) => fault.text)).toEqual([
      'select exists (select from t where a ) as found',
    ])
  })

  it('change neither text between quotes nor a range', () => {
    expect(sqlFaults(`select 'this and that for update' where a between 1 and 2`)).toEqual([])
  })
})

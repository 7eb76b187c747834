// Lists the faults of a statement's SQL: each is the text without one condition, lock, order or conflict
// clause. Text between quotes is never changed.

export type SqlFault = {
  readonly kind: 'condition' | 'lock' | 'order' | 'conflict'
  /** The clause that the fault leaves out. */
  readonly dropped: string
  readonly text: string
}

/** A clause ends before these words at its own depth of parentheses, or where its parentheses close. */
const clauseEnds =
  /^(and|or|where|group by|order by|having|limit|offset|for (no key )?(update|share)|on conflict|returning|union|from|join|left join|cross join|when|then|else|end|on|set|as|window)\b/i

const starts = [
  { kind: 'condition', pattern: /^and\b/i },
  {
    kind: 'lock',
    pattern: /^for (no key )?(update|share)\b( of \w+(, \w+)*)?( skip locked| nowait)?/i,
  },
  { kind: 'order', pattern: /^order by\b/i },
  { kind: 'conflict', pattern: /^on conflict\b/i },
] as const

/** Faults in the order of the text. */
export function sqlFaults(text: string): SqlFault[] {
  const faults: SqlFault[] = []
  for (const place of wordPlaces(text)) {
    const rest = text.slice(place)
    const found = starts.find(({ pattern }) => pattern.test(rest))
    if (found === undefined || isBetween(text, place)) continue
    const { kind, pattern } = found
    const length =
      kind === 'lock' ? (pattern.exec(rest)?.[0].length ?? 0) : clauseLength(rest, kind)
    const dropped = rest.slice(0, length).trim()
    faults.push({ kind, dropped, text: text.slice(0, place) + rest.slice(length) })
  }
  return faults
}

/** Whether the `and` at a place belongs to a `between`. */
function isBetween(text: string, place: number): boolean {
  return /\bbetween\s+[^\s]+\s+$/i.test(text.slice(0, place))
}

/** Where words begin outside quotes. */
function* wordPlaces(text: string): Generator<number> {
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === "'") place = closingQuote(text, place)
    else if (/\w/.test(text[place] ?? '') && !/\w/.test(text[place - 1] ?? '')) yield place
  }
}

const closingQuote = (text: string, open: number): number => {
  const close = text.indexOf("'", open + 1)
  return close === -1 ? text.length : close
}

/** The length of a clause that begins at the start of the text. */
function clauseLength(text: string, kind: SqlFault['kind']): number {
  let depth = 0
  const first = /^\w+( by| conflict)?/.exec(text)?.[0].length ?? 0
  for (let place = first; place < text.length; place += 1) {
    const sign = text[place] ?? ''
    if (sign === "'") place = closingQuote(text, place)
    else if (sign === '(') depth += 1
    else if (sign === ')' && depth === 0) return place
    else if (sign === ')') depth -= 1
    else if (
      depth === 0 &&
      /\W/.test(text[place - 1] ?? '') &&
      endsClause(text.slice(place), kind)
    ) {
      return place
    }
  }
  return text.length
}

function endsClause(rest: string, kind: SqlFault['kind']): boolean {
  if (kind === 'conflict') return /^returning\b/i.test(rest)
  return clauseEnds.test(rest)
}

// Faults of the log’s proofs, of whoever verifies them, and of what certificates say.
import type { FaultyFile } from '../fault.ts'

export const proofs: readonly FaultyFile[] = [
  {
    file: 'features/log/prove-sales.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'replacements of one batch are all of one purchase',
        find: 'const nameOf = ({ batchId, firstPlace }: FormerPlaces) => `${batchId} ${firstPlace}`',
        replace: 'const nameOf = ({ batchId }: FormerPlaces) => `${batchId}`',
      },
    ],
  },
  {
    file: 'features/log/told-places.ts',
    tests: ['features/log/told-places.test.ts'],
    faults: [
      {
        fault: 'a place stays where it was replaced, the last one',
        find: '{ ...run, first: taken.last + 1 },',
        replace: '{ ...run, first: taken.last },',
      },
      {
        fault: 'a single kilogram that stays is nowhere',
        find: 'filter((each) => kgOf(each) > 0)',
        replace: 'filter((each) => kgOf(each) > 1)',
      },
      {
        fault: 'a place stays where it was replaced, the first one',
        find: '{ ...run, last: taken.first - 1 },',
        replace: '{ ...run, last: taken.first },',
      },
      {
        fault: 'another registry’s block of that serial is the same',
        find: 'return one.registry === other.registry && one.serial === other.serial',
        replace: 'return one.serial === other.serial',
      },
      {
        fault: 'pieces that follow each other stay apart',
        find: '!isSameBlock(before, run) || before.last + 1 !== run.first',
        replace: 'before !== undefined',
      },
      {
        fault: 'fewer kilograms stand in',
        find: 'if (left === null || kgOf(present) !== kgOf(entry)) return null',
        replace: 'if (left === null) return null',
      },
      {
        fault: 'kilograms of another block are the same',
        find: 'const isSame = run.registry === registry && run.serial === serial',
        replace: 'const isSame = run.registry === registry',
      },
      {
        fault: 'fewer kilograms are the same',
        find: 'return isSame && run.first === first && run.last === last',
        replace: 'return isSame && run.first === first',
      },
      {
        fault: 'the registry of what stands in is lost',
        find: 'const { by_registry: registry = entry.registry, by_serial: serial } = entry',
        replace: 'const { registry, by_serial: serial } = entry',
      },
    ],
  },
  {
    file: 'features/log/check-proof.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'the audit does not ask where kilograms are now',
        find: 'return told.length < replacements.length || areSamePlaces(held, sale.present)',
        replace: 'return true',
      },
      {
        fault: 'replacements need not be in the log',
        find: '![proof, ...told].every(isIn)',
        replace: '!isIn(proof)',
      },
    ],
  },
  {
    file: 'features/log/log-queries.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'a closed log tells of a replacement',
        find: 'and e.log_number = (select number from logs where closed_at is null)\n   order',
        replace: '\n   order',
      },
    ],
  },
  {
    file: 'features/log/check-log.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'the entry that names the log before is a fact too many',
        find: '(select count(e.fact_id) from',
        replace: '(select count(*) from',
      },
    ],
  },
  {
    file: 'features/log/check-log.ts',
    tests: ['features/retirements/retirements.test.ts'],
    faults: [
      {
        fault: 'the audit misses an entry that is gone',
        find: 'h.size, count(e.*) from log_heads h',
        replace: 'h.size, greatest(h.size, count(e.*)) from log_heads h',
      },
      {
        fault: 'the audit misses places that no entry gives',
        find: 'b.allocated_kg, coalesce(e.kg, 0) from',
        replace: 'b.allocated_kg, coalesce(b.allocated_kg, e.kg) from',
      },
    ],
  },
  {
    file: 'features/log/append/append-in-background.ts',
    tests: ['features/log/append/open-log.test.ts'],
    faults: [
      {
        fault: 'a log that could not be opened once is never',
        find: '    const log = await opening.catch((error: unknown) => {\n      opening = undefined\n',
        replace: '    const log = await opening.catch((error: unknown) => {\n',
      },
      {
        fault: 'a log whose key was put in place stays closed',
        find: '    if (isProblem(log)) {\n      opening = undefined\n',
        replace: '    if (isProblem(log)) {\n',
      },
    ],
  },
  {
    file: 'features/log/log-queries.ts',
    tests: ['features/log/log.test.ts'],
    faults: [
      {
        fault: 'a bundle of entries has one too many',
        find: 'e.entry_index < $3',
        replace: 'e.entry_index <= $3',
      },
    ],
  },
  {
    file: 'features/log/append/append-entries.ts',
    tests: ['features/log/log.test.ts'],
    faults: [
      {
        fault: 'the log stands still before a sale whose places follow those of a later one',
        find: 'waitsFrom <= head.taken_through + 1',
        replace: 'waitsFrom <= head.taken_through',
      },
    ],
  },
  {
    file: 'features/log/append/fact-queries.ts',
    tests: ['features/log/log.test.ts'],
    faults: [
      {
        fault: 'the log stops where a piece is full',
        find: 'select count(*) < $2 as is_whole',
        replace: 'select count(*) <= $2 as is_whole',
      },
      {
        fault: 'notices behind a full piece are told before its rest',
        find: 'case when count(*) < $2\n',
        replace: 'case when count(*) <= $2\n',
      },
      {
        fault: 'the first of the notices that are awaited is never told',
        find: 'join log_notices n on n.id >= lower(span)',
        replace: 'join log_notices n on n.id > lower(span)',
      },
      {
        fault: 'the notice behind those that are awaited is told again',
        find: 'n.id < upper(span)',
        replace: 'n.id <= upper(span)',
      },
      {
        fault: 'the posting behind those that are awaited is told again',
        find: 'p.id < upper(span)',
        replace: 'p.id <= upper(span)',
      },
    ],
  },
  {
    file: 'features/log/append/append-queries.ts',
    tests: ['features/log/log.test.ts'],
    faults: [
      {
        fault: 'what is passed by while something else is awaited is never told',
        find: "     awaited = case when moved.ended then '{}' else moved.unseen - h.awaited_older end,\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/log/log-own-data.ts',
    tests: ['features/own-data/erase-passport.test.ts'],
    faults: [
      {
        fault: 'salts of closed logs stay',
        find: 'k.purchase_id = p.id cross join logs l\n',
        replace: 'k.purchase_id = p.id join logs l on l.closed_at is null\n',
      },
    ],
  },
  {
    file: 'features/log/verify/place-set.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'tonnes beside shared ones that were replaced hide that these are given twice',
        find: '- Math.max(first, run.first) + 1',
        replace: '- Math.min(first, run.first) + 1',
      },
      {
        fault: 'tonnes that were replaced in two runs are given twice',
        find: 'at < this.#runs.length; at += 1',
        replace: 'at < this.#runs.length; at += this.#runs.length',
      },
    ],
  },
  {
    file: 'features/log/verify/verify-log.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'a log that was empty at the last look has a second history',
        find: 'before?.size === 0 && !rootOf(edge).equals(before.root)',
        replace: 'before?.size === 0 && rootOf(edge).equals(before.root)',
      },
      {
        fault: 'what was typed for a key is not told to be none',
        find: 'throw new LogUnreadable(`"${keyText}" is no key of a log.`)',
        replace: 'throw new LogUnreadable(`${address} has no key.`)',
      },
      {
        fault: 'a second history of the same size is believed',
        find: 'through > 0 && through <= bundle.length',
        replace: 'through > 0 && through < bundle.length',
      },
    ],
  },
  {
    file: 'features/log/verify/published-log.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'an endless answer fills the memory',
        find: '    if (length > bytesMax) throw new LogUnreadable(`${address} answers more than it may.`)\n',
        replace: '',
      },
      {
        fault: 'an error is read as a log',
        find: '  if (!answer.ok) throw new LogUnreadable(`${address} answers ${answer.status}.`)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/log/verify/known-entries.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'a sale needs no commitment',
        find: 'z.string().regex(/^[0-9a-f]{64}$/)',
        replace: 'z.string()',
      },
      {
        fault: 'there is a place before the first',
        find: 'const place = z.number().int().min(1)',
        replace: 'const place = z.number().int().min(0)',
      },
      {
        fault: 'a retirement needs no reference',
        find: 'const reference = z.string().min(1)',
        replace: 'const reference = z.string()',
      },
    ],
  },
  {
    file: 'features/log/verify/place-rules.ts',
    tests: ['features/log/verify/verify-log.test.ts'],
    faults: [
      {
        fault: 'a batch is offered that nobody issued',
        find: 'return stateOf(told, entry) === undefined ? neverIssued(entry) : null',
        replace: 'return null',
      },
      {
        fault: 'a retirement may be backwards',
        find: '  if (last < first) return `retires places ${first} to ${last} of ${serial}, which are none`\n',
        replace: '',
      },
      {
        fault: 'a return may be backwards',
        find: 'if (last < first || last > state.allocatedKg) {\n    return `takes',
        replace: 'if (last > state.allocatedKg) {\n    return `takes',
      },
      {
        fault: 'no single kilogram may be returned',
        find: 'if (last < first || last > state.allocatedKg) {\n    return `takes',
        replace: 'if (last <= first || last > state.allocatedKg) {\n    return `takes',
      },
      {
        fault: 'no single kilogram may be retired',
        find: 'if (last < first) return `retires places',
        replace: 'if (last <= first) return `retires places',
      },
      {
        fault: 'no single kilogram may be replaced',
        find: 'if (last < first || last > former.allocatedKg) {',
        replace: 'if (last <= first || last > former.allocatedKg) {',
      },
      {
        fault: 'a batch is replaced by itself',
        find: '  if (other === former) return `replaces ${serial} by itself`\n',
        replace: '',
      },
      {
        fault: 'what was taken back is replaced',
        find: 'former.returned.firstOf(entry) ?? former.retired.firstOf(entry)',
        replace: 'former.retired.firstOf(entry)',
      },
      {
        fault: 'a retirement is corrected twice',
        find: '  retirements.delete(index)\n',
        replace: '',
      },
      {
        fault: 'what was taken back is replaced, in the sums',
        find: 'replacedKg: sum(({ replaced }) => replaced.kg())',
        replace: 'replacedKg: sum(({ returned }) => returned.kg())',
      },
      {
        fault: 'a replacement may be backwards',
        find: 'if (last < first || last > former.allocatedKg) {',
        replace: 'if (last > former.allocatedKg) {',
      },
      {
        fault: 'the verifier does not know another registry',
        find: 'registry: entry.by_registry ?? entry.registry',
        replace: 'registry: entry.registry',
      },
      {
        fault: 'two registries cannot have one serial',
        find: 'const keyOf = ({ registry, serial }: Batch) => `${registry}\\n${serial}`',
        replace: 'const keyOf = ({ serial }: Batch) => serial',
      },
    ],
  },
  {
    file: 'features/certificates/standing-words.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a single kilogram has a range of places',
        find: 'return first === last ? from : `${from} – ${countIn(language, last)}`',
        replace: 'return `${from} – ${countIn(language, last)}`',
      },
      {
        fault: 'a single kilogram’s part is a range',
        find: "return first === last\n    ? textIn(language, 'certificates_place_one'",
        replace: "return first > last\n    ? textIn(language, 'certificates_place_one'",
      },
      {
        fault: 'the vintage is a place',
        find: 'String(block.vintageYear)',
        replace: 'String(block.places.first)',
      },
    ],
  },
  {
    file: 'features/certificates/standing-words.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'places that were replaced are told as the present ones',
        find: 'places: placesIn(language, former.places),',
        replace: 'places: placesIn(language, present.places),',
      },
      {
        fault: 'what stood between is not told',
        find: 'const isAll = replacements.length === 1 && !hasSeveralBlocks(certificate)',
        replace: 'const isAll = !hasSeveralBlocks(certificate)',
      },
      {
        fault: 'places that stand in are told as the former ones',
        find: 'part: `${placesIn(language, present.places)}.`',
        replace: 'part: `${placesIn(language, former.places)}.`',
      },
      {
        fault: 'the kilograms of a single block stand with its project once more',
        find: "blocks.length === 1 ? '' : ",
        replace: '',
      },
      {
        fault: 'the day stands with each block',
        find: '...(index === 0 ? [day] : []),',
        replace: 'day,',
      },
      {
        fault: 'a serial is set as words',
        find: 'block.serial), isCode: true }',
        replace: 'block.serial), isCode: false }',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-words.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a log is as large as the entry’s number',
        find: 'const size = countIn(language, proof.size)',
        replace: 'const size = countIn(language, proof.index)',
      },
      {
        fault: 'the transaction that the proof needs is left out',
        find: "code(textIn(language, 'activity_transaction'), txId),",
        replace: '',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-words.ts',
    tests: ['tests/replaced-certificates.test.ts'],
    faults: [
      {
        fault: 'entries of replacements are counted from nought',
        find: 'told.map((each) => countIn(language, each.index))',
        replace: 'told.map((_, place) => countIn(language, place))',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-page.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'the paper comes in another language',
        find: '[`${url}.pdf?language=${language}`,',
        replace: '[`${url}.pdf`,',
      },
      {
        fault: 'the check does not know the certificate',
        find: '?code=${code}&language=${language}',
        replace: '?language=${language}',
      },
      {
        fault: 'the page leads to the language that it is in',
        find: 'each === language\n',
        replace: 'each !== each\n',
      },
      {
        fault: 'the petals of the seal lie on each other',
        find: '(petal / petals) * 36_000',
        replace: 'petal / petals',
      },
      {
        fault: 'other languages lead to this one',
        find: '<a href="?language=${each}"',
        replace: '<a href="?language=${language}"',
      },
      {
        fault: 'the way to the facts leads to the page',
        find: '[`${url}.json`,',
        replace: '[`${url}`,',
      },
    ],
  },
  {
    file: 'features/certificates/certificate-paper.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'the paper does not say what kilograms are not',
        find: "  paper.write('P', words.truth, { ...beside, y: y + 7 }, styles.hint)\n",
        replace: '',
      },
      {
        fault: 'no way leads from the paper to the registry',
        find: '        url === null\n          ? paper.write(',
        replace: '        url !== undefined\n          ? paper.write(',
      },
      {
        fault: 'no way leads from the paper to the record',
        find: "            url === null\n              ? paper.write('P', text",
        replace: "            url !== undefined\n              ? paper.write('P', text",
      },
    ],
  },
  {
    file: 'features/certificates/certificate-queries.ts',
    tests: ['features/certificates/certificates.test.ts'],
    faults: [
      {
        fault: 'a certificate is of the day of the reservation',
        find: "(p.completed_at at time zone 'UTC')::date as day",
        replace: "(p.created_at at time zone 'UTC')::date as day",
      },
      {
        fault: 'a refunded certificate gets a name',
        find: 'and h.id = $2 and ${held} returning c.code, c.name`',
        replace: 'and h.id = $2 returning c.code, c.name`',
      },
      {
        fault: 'whoever holds anything names anybody’s certificate',
        find: 'where c.code = $1 and p.id = c.purchase_id and h.id = $2 and ${held} returning c.code, c.name`',
        replace: 'where c.code = $1 and h.id = $2 and ${held} returning c.code, c.name`',
      },
      {
        fault: 'whoever holds anything closes anybody’s certificate',
        find: 'where c.code = $1 and p.id = c.purchase_id and h.id = $2 and ${held} returning c.code`',
        replace: 'where c.code = $1 and h.id = $2 and ${held} returning c.code`',
      },
      {
        fault: 'a refunded certificate can be closed',
        find: 'and h.id = $2 and ${held} returning c.code`',
        replace: 'and h.id = $2 returning c.code`',
      },
      {
        fault: 'a refunded certificate is still its former holder’s',
        find: '   where p.tx_id = $1 and h.id = $2 and ${held}`',
        replace: '   where p.tx_id = $1 and h.id = $2`',
      },
      {
        fault: 'a giver’s export holds their gift’s certificate',
        find: 'where p.holder_id = $1 order by c.created_at',
        replace: 'where p.buyer_id = $1 order by c.created_at',
      },
      {
        fault: 'a giver’s erasure closes their gift’s certificate',
        find: 'where p.id = c.purchase_id and p.holder_id = $1`',
        replace: 'where p.id = c.purchase_id and p.buyer_id = $1`',
      },
    ],
  },
  {
    file: 'features/log/append/log-key.ts',
    tests: ['features/log/append/open-log.test.ts'],
    faults: [
      {
        fault: 'a key that was cut short signs',
        find: 'if (seed.length !== seedBytes)',
        replace: 'if (seed.length === 0)',
      },
    ],
  },
]

// Faults of imports and of what is offered.
import type { FaultyFile } from '../fault.ts'

const imports = 'features/catalogue/import/import-catalogue.test.ts'
const serials = 'features/catalogue/import/import-serials.test.ts'
const offers = 'features/catalogue/offers/offers.test.ts'

export const catalogue: readonly FaultyFile[] = [
  {
    file: 'features/catalogue/import/batch-judgement.ts',
    tests: [serials, imports, 'features/catalogue/import/batch-judgement.test.ts'],
    faults: [
      {
        fault: 'of several batches that a row meets the least telling decides',
        find: 'weights[meeting] > weights[worst.meeting]',
        replace: 'weights[meeting] < weights[worst.meeting]',
      },
      {
        fault: 'a retired part names its whole batch as ended',
        find: "readSerial(other)) === 'same'",
        replace: 'readSerial(other)) !== null',
      },
      {
        fault: 'a part of a known batch is new stock',
        find: '(met === null ? null : faultOfMeeting(met))',
        replace: 'null',
      },
      {
        fault: 'rows of one file share tonnes',
        find: '    if (!isKnown) before.add(read, serial)\n',
        replace: '',
      },
      {
        fault: 'a known batch moves to another project',
        find: 'before !== undefined && before.project_id !== projectId',
        replace: 'before === null && projectId === null',
      },
      {
        fault: 'a known batch changes its quantity',
        find: 'before !== undefined && before.issued_kg !== row.quantityKg',
        replace: 'before !== undefined && before.issued_kg < 0',
      },
      {
        fault: 'a currency that nobody pays in',
        find: 'return isOwnCurrency(currency)\n',
        replace: "return currency !== ''\n",
      },
      {
        fault: 'a file’s price and the operator’s',
        find: 'if (row.priceMicros !== undefined && terms.priceMicros !== undefined) {',
        replace: 'if (row.priceMicros === 0 && terms.priceMicros !== undefined) {',
      },
      {
        fault: 'projects are made without being asked for',
        find: 'if (!createsProjects) return',
        replace: 'if (createsProjects) return',
      },
    ],
  },
  {
    file: 'features/catalogue/import/import-batches.ts',
    tests: [imports, serials],
    faults: [
      {
        fault: 'a known batch is issued again',
        find: 'written.filter((row) => row.added).map',
        replace: 'written.map',
      },
      {
        fault: 'changed and unchanged are counted as one',
        find: 'counts.changed += written.length - added.size',
        replace: 'counts.changed += rows.length - added.size',
      },
    ],
  },
  {
    file: 'features/catalogue/offers/change-offer.ts',
    tests: [offers, 'operator/commands/offer-commands.test.ts'],
    faults: [
      {
        fault: 'an offer changes without a reason',
        find: "if (words === '' || words.length > reasonMaxLength) {",
        replace: 'if (words.length > reasonMaxLength) {',
      },
    ],
  },
  {
    file: 'features/catalogue/offers/find-offer.ts',
    tests: [offers, 'operator/commands/offer-commands.test.ts'],
    faults: [
      {
        fault: 'one of several spellings is taken by chance',
        find: 'others.length > 0 && first',
        replace: 'others.length > 9 && first',
      },
    ],
  },
  {
    file: 'features/catalogue/catalogue-queries.ts',
    tests: [offers],
    faults: [
      {
        fault: 'what is sold out stands before what can be bought',
        find: 'order by not ${isOffered}, s.available_kg = 0, ${worth}',
        replace: 'order by not ${isOffered}, ${worth}',
      },
      {
        fault: 'what is withdrawn stands among what is sold',
        find: 'order by not ${isOffered}, s.available_kg = 0',
        replace: 'order by s.available_kg = 0',
      },
      {
        fault: 'the oldest vintage goes first',
        find: 'b.vintage_year desc, b.id`',
        replace: 'b.vintage_year, b.id`',
      },
      {
        fault: 'prices are compared at the rates of the very first day',
        find: 'select max(as_of) from exchange_rates',
        replace: 'select min(as_of) from exchange_rates',
      },
      {
        fault: 'a project costs what its sold-out batch did',
        find: '(array_agg(b.price_micros order by ${worth}, b.id) filter (where s.available_kg > 0))[1]',
        replace:
          '(array_agg(b.price_micros order by ${worth}, b.id) filter (where s.available_kg >= 0))[1]',
      },
      {
        fault: 'a project has what its fullest batch has',
        find: 'sum(s.available_kg)::bigint as available_kg',
        replace: 'max(s.available_kg)::bigint as available_kg',
      },
      {
        fault: 'a delisted project’s batches can be bought on its page',
        find: "const isOffered = `(b.offer = 'offered' and p.unlisted_status is null)`",
        replace: "const isOffered = `(b.offer = 'offered')`",
      },
    ],
  },
  {
    file: 'features/catalogue/catalogue-queries.ts',
    tests: [imports],
    faults: [
      {
        fault: 'featured projects stand in the order in which they came in',
        find: 'order by p.place, p.id`',
        replace: 'order by p.id`',
      },
      {
        fault: 'a country whose featured projects have ended has none',
        find: 'where own.country = $1 and p.unlisted_status is null)',
        replace: 'where own.country = $1)',
      },
    ],
  },
  {
    file: 'features/catalogue/import/import-queries.ts',
    tests: ['features/catalogue/import/import-projects.test.ts', imports],
    faults: [
      {
        fault: 'featured projects keep the order that they had first',
        find: 'set position = excluded.position, preferred_batch_id',
        replace: 'set preferred_batch_id',
      },
    ],
  },
  {
    file: 'features/catalogue/import/import-pieces.ts',
    tests: [imports],
    faults: [
      {
        fault: 'faults are told out of order',
        find: 'faults.push(...found.sort((one, other) => one.line - other.line))',
        replace: 'faults.push(...found)',
      },
    ],
  },
  {
    file: 'features/catalogue/offers/change-offer.ts',
    tests: [
      'features/catalogue/offers/offers.test.ts',
      'features/catalogue/import/existing-offers.test.ts',
    ],
    faults: [
      {
        fault: 'a reason is a file',
        find: 'const reasonMaxLength = 500',
        replace: 'const reasonMaxLength = 5_000',
      },
    ],
  },
  {
    file: 'features/catalogue/project-record.ts',
    tests: ['features/catalogue/import/import-projects.test.ts'],
    faults: [
      {
        fault: 'a project’s crediting period ends when it begins',
        find: 'crediting_period_end: project.creditingPeriodEnd',
        replace: 'crediting_period_end: project.creditingPeriodStart',
      },
    ],
  },
  {
    file: 'features/catalogue/import/batch-judgement.ts',
    tests: ['features/catalogue/import/import-serials.test.ts'],
    faults: [
      {
        fault: 'which batch has some of the tonnes that are left out is not told',
        find: 'return `; it has tonnes of ${met?.other}`',
        replace: "return ''",
      },
      {
        fault: 'what is left out is told out of order',
        find: '  leftOut.rows.sort((one, other) => one.line - other.line)\n',
        replace: '',
      },
      {
        fault: 'a batch that has ended is told to have ended in part',
        find: "met === null || met.meeting === 'same' ? null",
        replace: 'met === null ? null',
      },
    ],
  },
  {
    file: 'features/catalogue/project-record.ts',
    tests: ['features/catalogue/import/import-serials.test.ts'],
    faults: [
      {
        fault: 'a project of a batch has no goals',
        find: 'sdgs: batch.sdgs',
        replace: 'sdgs: []',
      },
    ],
  },
  {
    file: 'features/demo/demo-sales.ts',
    tests: ['features/demo/seed-demo-catalogue.test.ts'],
    faults: [
      {
        fault: 'the demonstration’s holder is on the boards',
        find: 'values ($1, $2, true) returning id',
        replace: 'values ($1, $2, false) returning id',
      },
    ],
  },
  {
    file: 'features/catalogue/offers/batch-offers.ts',
    tests: ['features/catalogue/import/import-catalogue.test.ts'],
    faults: [
      {
        fault: 'an ended project without a batch has one',
        find: 'count(b.id) as batches',
        replace: 'count(*) as batches',
      },
    ],
  },
  {
    file: 'features/catalogue/offers/batch-offers.ts',
    tests: ['features/catalogue/offers/offers.test.ts'],
    faults: [
      {
        fault: 'what is sold is told as held',
        find: 's.issued_kg - s.available_kg - o.sold_kg as held_kg',
        replace: 's.issued_kg - s.available_kg as held_kg',
      },
    ],
  },
  {
    file: 'features/catalogue/project-record.ts',
    tests: ['features/catalogue/import/import-projects.test.ts'],
    faults: [
      {
        fault: 'a fact that no registry states is none, but told',
        find: '.filter(([, fact]) => fact !== null)',
        replace: '',
      },
    ],
  },
  {
    file: 'features/catalogue/import/type-in.ts',
    tests: ['features/catalogue/import/type-texts.test.ts'],
    faults: [
      {
        fault: 'a type and its market are not translated on the server',
        find: '.map((part) => nameOf(language, part) ?? part)',
        replace: '',
      },
      {
        fault: 'a registry’s type is taken for another word of the product',
        find: "key.startsWith(prefix) && typeof message === 'string'",
        replace: "typeof message === 'string'",
      },
    ],
  },
]

// Faults of imports and of what is offered.
import type { FaultyFile } from '../fault.ts'

const imports = 'features/projects/import-catalogue.test.ts'
const serials = 'features/projects/import-serials.test.ts'
const offers = 'features/projects/offers.test.ts'

export const catalogue: readonly FaultyFile[] = [
  {
    file: 'features/projects/batch-judgement.ts',
    tests: [serials, imports],
    faults: [
      {
        fault: 'a retired part names its whole batch as ended',
        find: "readSerial(other)) === 'same'",
        replace: 'readSerial(other)) !== null',
      },
      {
        fault: 'retired tonnes are sold',
        find: 'row.statusWord === null || maySell(row.statusWord)',
        replace: "row.statusWord !== ''",
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
    file: 'features/projects/import-batches.ts',
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
    file: 'features/projects/change-offer.ts',
    tests: [offers, 'operator/offer-commands.test.ts'],
    faults: [
      {
        fault: 'a conflicting batch is offered again',
        find: "if (first.offer === 'conflicting' && offer === 'offered') {",
        replace: "if (first.offer === '' && offer === 'offered') {",
      },
      {
        fault: 'an offer changes without a reason',
        find: "if (words === '' || words.length > reasonMaxLength) {",
        replace: 'if (words.length > reasonMaxLength) {',
      },
    ],
  },
  {
    file: 'features/projects/find-offer.ts',
    tests: [offers, 'operator/offer-commands.test.ts'],
    faults: [
      {
        fault: 'one of several spellings is taken by chance',
        find: 'others.length > 0 && first',
        replace: 'others.length > 9 && first',
      },
    ],
  },
  {
    file: 'features/projects/import-queries.ts',
    tests: [imports, serials],
    faults: [
      {
        fault: 'a known batch moves with a later file',
        find: "const fixed = ['project_id', 'serial_number'] as const",
        replace: "const fixed = ['serial_number'] as const",
        equivalent:
          'the judgement refuses a serial of another project, so a row never differs in it',
      },
      {
        fault: 'a project’s description is emptied by a later file',
        find: "     description = coalesce(nullif(excluded.description, ''), projects.description),\n",
        replace: '     description = excluded.description,\n',
      },
    ],
  },
]

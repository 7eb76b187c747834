// Faults of reading registries’ files and addresses.
import type { FaultyFile } from '../fault.ts'

export const registries: readonly FaultyFile[] = [
  {
    file: 'providers/registries/project-status.ts',
    tests: ['providers/registries/project-status.test.ts'],
    faults: [
      {
        fault: 'a project that asks to be registered is verified',
        find: "'registration requested': 'Certified Design'",
        replace: "'registration requested': 'Verified'",
      },
      {
        fault: 'a project whose period is renewed is only listed',
        find: "'crediting period renewal requested': 'Verified'",
        replace: "'crediting period renewal requested': 'Listed'",
      },
      {
        fault: 'a project that was denied stays on sale',
        find: 'annulled|denied|removed',
        replace: 'annulled|removed',
      },
    ],
  },
  {
    file: 'providers/registries/public-address.ts',
    tests: ['providers/registries/ask-address.test.ts'],
    faults: [
      {
        fault: 'most of a network of one’s own is the internet',
        find: "['172.16.0.0', 12]",
        replace: "['172.16.0.0', 16]",
      },
      {
        fault: 'a network for measuring is the internet',
        find: "  ['198.18.0.0', 15],\n",
        replace: '',
      },
      {
        fault: 'most of a carrier’s network is the internet',
        find: "['100.64.0.0', 10]",
        replace: "['100.64.0.0', 16]",
      },
      {
        fault: 'a tunnel is the internet',
        find: "  ['2001::', 23],\n",
        replace: '',
      },
    ],
  },
  {
    file: 'providers/registries/fetch-list.ts',
    tests: ['providers/registries/ask-address.test.ts', 'operator/operator.test.ts'],
    faults: [
      {
        fault: 'the last page of a list is not the last',
        find: 'if (entries >= total) return files',
        replace: 'if (entries > total) return files',
      },
    ],
  },
  {
    file: 'providers/registries/project-file.ts',
    tests: ['providers/registries/registry-files.test.ts'],
    faults: [
      {
        fault: 'a crediting period ends when it begins',
        find: 'creditingPeriodEnd: row.crediting_period_end',
        replace: 'creditingPeriodEnd: row.crediting_period_start',
      },
      {
        fault: 'the year of the figures is lost',
        find: 'asOf: row.as_of',
        replace: 'asOf: null',
      },
    ],
  },
  {
    file: 'providers/registries/registry-fields.ts',
    tests: ['providers/registries/registry-files.test.ts'],
    faults: [
      {
        fault: 'of Verra’s goals only the first is read',
        find: "split(text.startsWith('[') ? ',' : ';')",
        replace: "split(',')",
      },
    ],
  },
  {
    file: 'providers/registries/batch-file.ts',
    tests: ['providers/registries/registry-files.test.ts'],
    faults: [
      {
        fault: 'a row’s goals are lost',
        find: 'sdgs: row.sdgs',
        replace: 'sdgs: []',
      },
      {
        fault: 'a row’s types are lost',
        find: 'projectTypes: row.project_type ?? []',
        replace: 'projectTypes: []',
      },
      {
        fault: 'a row’s methodology is lost',
        find: 'methodology: row.methodology',
        replace: 'methodology: null',
      },
    ],
  },
  {
    file: 'providers/registries/whole-file.ts',
    tests: ['providers/registries/whole-file.test.ts'],
    faults: [
      {
        fault: 'a file one row shorter than it may be is too long',
        find: 'if (rows.length > rowsMax) {',
        replace: 'if (rows.length >= rowsMax) {',
      },
      {
        fault: 'the good rows of a bad file are taken',
        find: 'if (faults.length > 0) throw new RefusedFile(faults)',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/registries/json-rows.ts',
    tests: ['providers/registries/file-text.test.ts'],
    faults: [
      {
        fault: 'an endless entry fills the memory',
        find: 'if (element.length > elementMaxLength) isBroken = true',
        replace: '',
      },
    ],
  },
]

// Faults of reading registries’ files and addresses.
import type { FaultyFile } from '../fault.ts'

export const registries: readonly FaultyFile[] = [
  {
    file: 'providers/registries/projects/project-status.ts',
    tests: ['providers/registries/projects/project-status.test.ts'],
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
    file: 'providers/registries/projects/project-file.ts',
    tests: ['providers/registries/tables/registry-files.test.ts'],
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
    file: 'providers/registries/projects/registry-fields.ts',
    tests: ['providers/registries/tables/registry-files.test.ts'],
    faults: [
      {
        fault: 'of Verra’s goals only the first is read',
        find: "split(text.startsWith('[') ? ',' : ';')",
        replace: "split(',')",
      },
      {
        fault: 'a description has one line',
        find: '.replace(/[^\\P{Cc}\\n]+/gu',
        replace: '.replace(/\\p{Cc}+/gu',
      },
      {
        fault: 'a goal counts twice',
        find: 'return [...new Set(numbers)].sort(byNumber)',
        replace: 'return [...numbers].sort(byNumber)',
      },
      {
        fault: 'a letter and its accent are two',
        find: "text.normalize('NFC').replace",
        replace: 'text.replace',
      },
      {
        fault: 'there is a goal before the first',
        find: 'goal >= 1 && goal <= 17',
        replace: 'goal >= 0 && goal <= 17',
      },
    ],
  },
  {
    file: 'providers/registries/tables/batch-file.ts',
    tests: ['providers/registries/tables/registry-files.test.ts'],
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
      {
        fault: 'a vintage is of two hundred years ago',
        find: '/^(19|20)\\d\\d$/',
        replace: '/^\\d{4}$/',
      },
    ],
  },
  {
    file: 'providers/registries/tables/whole-file.ts',
    tests: ['providers/registries/tables/whole-file.test.ts'],
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
    file: 'providers/registries/tables/json-rows.ts',
    tests: ['providers/registries/tables/file-text.test.ts'],
    faults: [
      {
        fault: 'an endless entry fills the memory',
        find: 'if (element.length > elementMaxLength) isBroken = true',
        replace: '',
      },
    ],
  },
  {
    file: 'providers/registries/projects/gold-standard-page.ts',
    tests: ['providers/registries/projects/gold-standard-page.test.ts'],
    faults: [
      {
        fault: 'a goal of the interface counts twice',
        find: '[...new Set(project.sustainable_development_goals)]',
        replace: '[...project.sustainable_development_goals]',
      },
    ],
  },
  {
    file: 'providers/registries/fetch-list.ts',
    tests: ['providers/registries/ask-address.test.ts'],
    faults: [
      {
        fault: 'a list that comes short is asked for on and on',
        find: '    if (length === 0) {\n',
        replace: '    if (length < 0) {\n',
      },
      {
        fault: 'a page without an end fills the memory',
        find: '    if (length > max) throw new AddressRefused(`${url.href} answered more than ${max} bytes.`)\n',
        replace: '',
      },
      {
        fault: 'a page that begins with a mark is no list',
        find: ".replace(/^\\uFEFF/, '')",
        replace: '',
      },
    ],
  },
  {
    file: 'providers/registries/projects/registry-links.ts',
    tests: ['providers/registries/projects/registry-links.test.ts'],
    faults: [
      {
        fault: 'any id has documents',
        find: 'documents?.id.test(externalId) ?',
        replace: 'documents ?',
      },
    ],
  },
]

// Faults of what the pages of projects show, and of how one goes through them.
import type { FaultyFile } from '../fault.ts'

export const projectPages: readonly FaultyFile[] = [
  {
    file: 'features/catalogue/web/offer/batch-choice.tsx',
    tests: ['features/catalogue/web/projects/projects-page.test.tsx'],
    faults: [
      {
        fault: 'a press chooses the first',
        find: 'onChange={() => onChoose(batch.id)}',
        replace: "onChange={() => onChoose(batches[0]?.id ?? '')}",
      },
      {
        fault: 'all batches stay away',
        find: '            setShowsAll(true)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/catalogue/web/offer/best-batch.ts',
    tests: [
      'features/reward-claims/web/redeem-reward.test.ts',
      'features/catalogue/web/offer/best-batch.test.ts',
    ],
    faults: [
      {
        fault: 'a batch with exactly as much is passed over',
        find: 'batch.kg_available < kg',
        replace: 'batch.kg_available <= kg',
      },
      {
        fault: 'rates are read the wrong way round',
        find: 'return askRate(from, to, signal)',
        replace: 'return askRate(to, from, signal)',
      },
      {
        fault: 'an unknown rate keeps every price away',
        find: '    () => [],\n',
        replace: '    (error: unknown) => Promise.reject(error),\n',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/featured-projects.tsx',
    tests: ['features/catalogue/web/projects/project-lists.test.tsx'],
    faults: [
      {
        fault: 'home has eight featured ones',
        find: 'const featuredMax = 6',
        replace: 'const featuredMax = 8',
      },
      {
        fault: 'all of the featured ones stand on the home page',
        find: 'projects.slice(0, featuredMax)',
        replace: 'projects',
      },
    ],
  },
  {
    file: 'features/catalogue/pages/web/offers-page.tsx',
    tests: ['features/catalogue/web/projects/project-lists.test.tsx'],
    faults: [
      {
        fault: 'offers are all projects',
        find: 'all.slice(0, listStep)',
        replace: 'all',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/project-card.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'a card has no registry',
        find: '            project.registry_name,\n',
        replace: '',
      },
      {
        fault: 'a project shouts',
        find: '{readableProjectName(project.name)}',
        replace: '{project.name}',
      },
      {
        fault: 'a card has one type',
        find: '...project.project_type.map(',
        replace: '...project.project_type.slice(0, 1).map(',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/project-filters.ts',
    tests: ['features/catalogue/web/projects/project-lists.test.tsx'],
    faults: [
      {
        fault: 'everybody comes from the featured ones',
        find: "address.get('first') === 'featured'",
        replace: "address.has('first')",
      },
    ],
  },
  {
    file: 'features/catalogue/web/scenes/project-kind.ts',
    tests: ['features/catalogue/web/projects/project-lists.test.tsx'],
    faults: [
      {
        fault: 'kinds that nothing is of can be chosen',
        find: 'projectKinds.filter((kind) => found.has(kind))',
        replace: '[...projectKinds]',
      },
    ],
  },
  {
    file: 'features/catalogue/pages/web/project-page.tsx',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'what is sold out is chosen',
        find: 'batch.kg_available > 0)',
        replace: 'batch.kg_available >= 0)',
      },
      {
        fault: 'sold out is not said',
        find: 'offered.length === 0 && project.batches.some((batch) => batch.is_offered)',
        replace: 'offered.length === 0 && project.batches.length === 0',
      },
      {
        fault: 'what is withdrawn is said to be sold out',
        find: ' && project.batches.some((batch) => batch.is_offered)',
        replace: '',
      },
    ],
  },
  {
    file: 'features/catalogue/web/scenes/project-picture.tsx',
    tests: ['features/catalogue/web/projects/project-card.test.tsx'],
    faults: [
      {
        fault: 'no picture is ever shown',
        find: 'image === undefined || broken',
        replace: 'image !== undefined || broken',
      },
      {
        fault: 'any address is shown',
        find: 'const image = allowedImage(project.image_url)',
        replace: 'const image = project.image_url ?? undefined',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/project-search.tsx',
    tests: [
      'features/catalogue/web/projects/projects-page.test.tsx',
      'features/catalogue/web/projects/project-lists.test.tsx',
    ],
    faults: [
      {
        fault: 'each letter is searched for',
        find: 'const restMs = 200',
        replace: 'const restMs = 0',
      },
      {
        fault: 'the list waits for a second',
        find: 'const restMs = 200',
        replace: 'const restMs = 1_000',
      },
      {
        fault: 'filters have no All',
        find: "{ value: '', label: texts.projects_all() },\n                ...optionsOf",
        replace: '...optionsOf',
      },
      {
        fault: 'a space at the end of a search is taken away while somebody types on',
        find: 'if (typed.trim() !== words) setTyped(words)',
        replace: 'setTyped(words)',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/project-status.ts',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'listed means verified',
        find: 'Listed: texts.projects_listed_means()',
        replace: 'Listed: texts.projects_verified_means()',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/project-story.tsx',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'a demonstration is not called one',
        find: '{project.raw_data.is_demo === true ? (',
        replace: '{project.raw_data.is_demo === false ? (',
      },
      {
        fault: 'everything is a demonstration',
        find: '{project.raw_data.is_demo === true ? (',
        replace: '{project.raw_data.is_demo !== null ? (',
      },
      {
        fault: 'an ended project keeps its last status',
        find: 'if (!is_offered) return <p',
        replace: 'if (is_offered === undefined) return <p',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/projects-page.tsx',
    tests: [
      'features/catalogue/web/projects/projects-page.test.tsx',
      'features/catalogue/web/projects/project-lists.test.tsx',
    ],
    faults: [
      {
        fault: 'Load More adds one',
        find: 'readShown(address) + listStep',
        replace: 'readShown(address) + 1',
      },
      {
        fault: 'Back undoes Load More',
        find: "change('shown', String(readShown(address) + listStep), false)",
        replace: "change('shown', String(readShown(address) + listStep), true)",
      },
      {
        fault: 'Load More stays when all are shown',
        find: 'shown.length < found.length ?',
        replace: 'shown.length <= found.length ?',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/sdg-tiles.tsx',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'each goal has the next one’s name',
        find: 'names[goal - 1]',
        replace: 'names[goal]',
      },
    ],
  },
  {
    file: 'features/catalogue/web/offer/unit-price.tsx',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'a foreign tonne is told as exact',
        find: 'price.currency === own\n          ? texts',
        replace: 'price.currency !== own\n          ? texts',
      },
      {
        fault: 'a foreign price is not turned into one’s own',
        find: 'price.price_per_kg * 1000 * factor',
        replace: 'price.price_per_kg * 1000',
      },
      {
        fault: 'the sum that buys ignores the rate',
        find: 'const ownPrice = price.price_per_kg * factor',
        replace: 'const ownPrice = price.price_per_kg',
      },
    ],
  },
  {
    file: 'features/catalogue/web/projects/use-projects.ts',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'a missing project is an error',
        find: 'error.status === 404',
        replace: 'error.status === 410',
      },
      {
        fault: 'an error is a missing project',
        find: 'if (error instanceof ApiError && error.status === 404) return missing',
        replace: 'if (error instanceof ApiError) return missing',
      },
      {
        fault: 'everybody has the featured projects of no country',
        find: "const inputs = { query: { country: country ?? '' } }",
        replace: "const inputs = { query: { country: 'WW' } }",
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/weekly-chart.tsx',
    tests: [
      'features/catalogue/web/projects/projects-page.test.tsx',
      'features/catalogue/pages/web/project-page.test.tsx',
    ],
    faults: [
      {
        fault: 'bars grow after half a second',
        find: 'const growAfterMs = 50',
        replace: 'const growAfterMs = 500',
      },
      {
        fault: 'bars grow at once',
        find: 'const growAfterMs = 50',
        replace: 'const growAfterMs = 5',
      },
      {
        fault: 'a small week has a bar of two pixels',
        find: 'const minimumBarPx = 6',
        replace: 'const minimumBarPx = 2',
      },
    ],
  },
  {
    file: 'features/catalogue/web/story/what-it-does.tsx',
    tests: ['features/catalogue/pages/web/project-page.test.tsx'],
    faults: [
      {
        fault: 'a drive is compared the wrong way round',
        find: 'const { from, to } = petrolCarDistance',
        replace: 'const { to: from, from: to } = petrolCarDistance',
      },
    ],
  },
]

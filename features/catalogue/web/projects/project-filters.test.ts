// Tests which projects the list shows for an address.
import { expect, test } from 'vitest'
import { exampleProject, type ProjectSummary } from '#features/catalogue/catalogue-calls.ts'
import {
  choicesOf,
  featuredFirst,
  filterProjects,
  readFilters,
  readShown,
  searchProjects,
  searchTexts,
} from './project-filters.ts'

function project(
  name: string,
  registry_name: string,
  project_type: string[],
  status: ProjectSummary['status'],
): ProjectSummary {
  return {
    ...exampleProject,
    id: name,
    name,
    shown_name: name,
    registry_name,
    project_type,
    status,
    external_id: name,
  }
}

const projects = [
  project('a', 'Verra VCS', ['Wind'], 'Verified'),
  project('b', 'Gold Standard', ['Biogas', 'Electricity'], 'Listed'),
  project('c', 'Gold Standard', ['Wind'], 'Certified Design'),
]
const names = (found: readonly ProjectSummary[]) => found.map(({ name }) => name)
const filtered = (query: string) =>
  names(filterProjects(projects, readFilters(new URLSearchParams(query), choicesOf(projects))))

test('the filters offer the values in the data, and two statuses', () => {
  expect(choicesOf(projects)).toEqual({
    registry: ['Gold Standard', 'Verra VCS'],
    type: ['Biogas', 'Electricity', 'Wind'],
    status: ['Certified Design', 'Listed'],
  })
})

test.each([
  ['', ['a', 'b', 'c']],
  ['registry=Gold+Standard', ['b', 'c']],
  ['type=Electricity', ['b']],
  ['status=Listed', ['b']],
  ['registry=Gold+Standard&type=Wind', ['c']],
  ['registry=Verra+VCS&status=Listed', []],
  ['type=Nothing+like+it&status=Verified', ['a', 'b', 'c']],
])('the address "%s" shows the projects %j', (query, expected) => {
  expect(filtered(query)).toEqual(expected)
})

test.each([
  ['', 3],
  ['shown=9', 9],
  ['shown=-2', 3],
  ['shown=many', 3],
  ['shown=1e9', 3],
  ['limit=6', 6],
  ['limit=6&shown=9', 9],
  ['limit=0', 3],
])('the address "%s" initially shows %d projects', (query, expected) => {
  expect(readShown(new URLSearchParams(query))).toBe(expected)
})

test.each([
  ['', ['a', 'b', 'c']],
  ['BIO  gold', ['b']],
  ['Élèctricity', ['b']],
  ['vereinigtes konigreich wind', ['a', 'c']],
  ['vcs', ['a']],
  ['rüzgar', ['a', 'c']],
  ['cows', ['b']],
  ['.*', []],
])('a search for "%s" finds the projects %j', (words, expected) => {
  const texts = searchTexts(
    projects,
    () => 'Vereinigtes Königreich',
    (type) => (type === 'Wind' ? 'Rüzgar' : type),
    ({ name }) => (name === 'b' ? 'Gas of cows' : 'Air'),
  )
  expect(names(searchProjects(projects, words, texts))).toEqual(expected)
})

test('featured projects come first in their own order, each once, and the others follow', () => {
  const featured = [{ id: 'c' }, { id: 'gone' }, { id: 'a' }]
  expect(names(featuredFirst(projects, featured))).toEqual(['c', 'a', 'b'])
  expect(names(featuredFirst(projects, []))).toEqual(['a', 'b', 'c'])
})

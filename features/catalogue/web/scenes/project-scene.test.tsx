// Tests the pictures of projects: one for each scene, and no two alike; and a scene for an image that does not load.
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { projectScenes } from '#values/lists/project-scenes.ts'
import { draw, openPage } from '#web/test-page.ts'
import { ProjectPicture, ProjectScene } from './project-scene.tsx'

const picture = (id: string, scene: string, country = 'KE') =>
  renderToStaticMarkup(<ProjectScene project={{ id, country, scene }} />)

it('two projects of one scene and country have different pictures, and each always the same', () => {
  for (const scene of Object.keys(projectScenes)) {
    const pictures = ['GS1', 'GS2', 'GS3', 'GS4'].map((id) => picture(id, scene))
    expect(new Set(pictures).size).toBe(4)
    expect(picture('GS1', scene)).toBe(pictures[0])
  }
})

it('a scene that this version does not know has the picture of a seedling', () => {
  expect(picture('GS1', 'of a later version')).toBe(picture('GS1', 'meadow'))
})

it('forests of warm countries have no conifers', () => {
  const conifer = 'M0-86 22-48'
  expect(picture('GS1', 'forest', 'DE')).toContain(conifer)
  expect(picture('GS1', 'forest', 'BR')).not.toContain(conifer)
})

it('a square picture shows the whole sun', () => {
  for (let id = 0; id < 100; id += 1) {
    const [, x, r] =
      /<circle cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"/.exec(picture(`GS${id}`, 'wind')) ?? []
    // The middle 180 of the picture's width of 320.
    expect(Number(x) - Number(r)).toBeGreaterThanOrEqual(70)
    expect(Number(x) + Number(r)).toBeLessThanOrEqual(250)
  }
})

it('an image that does not load is replaced by the scene', async () => {
  openPage()
  await draw(
    <ProjectPicture project={{ ...exampleProject, scene: 'wind', image_url: '/one.jpg' }} />,
  )
  const image = document.querySelector('img')
  expect(document.querySelector('svg')).toBeNull()
  await act(async () => image?.dispatchEvent(new window.Event('error')))
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelector('svg')?.dataset.scene).toBe('wind')
})

// Lists every photographed screen and state of the product, by group. screens.test.ts fails if a page of
// the app has no screen here.
import { failureScreens } from './failure-screens.ts'
import { homeScreens } from './home-screens.ts'
import { planScreens } from './plan-screens.ts'
import { projectScreens } from './project-screens.ts'
import { publicScreens } from './public-screens.ts'
import type { Screen } from './stage.ts'

export const screenGroups: Readonly<Record<string, readonly Screen[]>> = {
  'Without a session': publicScreens,
  'One’s own': homeScreens,
  'Monthly plans': planScreens,
  'Projects, buying, giving': projectScreens,
  'Waiting and failing': failureScreens,
}

export const allScreens: readonly Screen[] = Object.values(screenGroups).flat()

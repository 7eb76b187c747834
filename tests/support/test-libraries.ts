// Installs what some tests load besides, for a test that is run alone in a new clone.
import { installTool, testLibraries } from '#scripts/install.mjs'

export default () => installTool(testLibraries)

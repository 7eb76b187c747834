// Installs the further packages of some tests, for a test that is run alone in a new clone.
import { installTool, testLibraries } from '#scripts/install.mjs'

export default () => installTool(testLibraries)

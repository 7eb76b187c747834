// Installs the additional packages of some tests, which a single test in a new clone may need.
import { installTool, testLibraries } from '#scripts/install.mjs'

export default () => installTool(testLibraries)

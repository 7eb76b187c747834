// Starts the offline verifier in the file that scripts/build-offline-verifier.ts builds.
import { createRoot } from 'react-dom/client'
import { OfflinePage } from './offline-page.tsx'
import './offline.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(<OfflinePage />)

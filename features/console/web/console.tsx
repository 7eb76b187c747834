// Starts the console of staff in the browser.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './console-app.tsx'
import './console.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The document has no #root.')
createRoot(root).render(
  <StrictMode>
    <ConsoleApp />
  </StrictMode>,
)

// Re-exports the simulated page (happy-dom) of tests without a browser.
export { Window } from 'happy-dom'

// What is a page to tests where no browser is
export { Window } from 'happy-dom'

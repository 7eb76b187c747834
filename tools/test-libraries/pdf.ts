// What reads a PDF as others' programs do.
export { getDocumentProxy } from 'unpdf'

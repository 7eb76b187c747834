// Re-exports the library that reads PDFs in tests.
export { getDocumentProxy } from 'unpdf'

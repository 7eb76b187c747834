// Re-exports the libraries that simulate a provider's API from its OpenAPI file and parse forms.
export { type Context, OpenAPIBackend } from 'openapi-backend'
export { default as qs } from 'qs'

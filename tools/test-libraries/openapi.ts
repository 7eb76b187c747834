// What plays a provider's API from its own OpenAPI file, and reads forms as providers do.
export { type Context, OpenAPIBackend } from 'openapi-backend'
export { default as qs } from 'qs'

// Fails a test if one of its answers differs from the API's description.
import { afterEach } from 'vitest'
import { refuseUndescribedAnswers } from '#tests/support/described-answers.ts'

afterEach(refuseUndescribedAnswers)

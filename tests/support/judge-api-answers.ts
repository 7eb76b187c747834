// Fails a test that got an answer outside the API's description.
import { afterEach } from 'vitest'
import { refuseUndescribedAnswers } from '#tests/support/described-answers.ts'

afterEach(refuseUndescribedAnswers)

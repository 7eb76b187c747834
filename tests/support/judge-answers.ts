// Fails the test that was answered what the description of the API does not say.
import { afterEach } from 'vitest'
import { refuseUndescribedAnswers } from '#tests/support/described-answers.ts'

afterEach(refuseUndescribedAnswers)

import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { SESSION_MARK } from '#contract/session-mark.ts'

// A busy machine draws a screen slowly; what is awaited comes or does not, whatever the load.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 60_000 })

// jsdom lays nothing out, so there is nowhere to scroll to.
Element.prototype.scrollIntoView = () => undefined

// Whether there is a session is said by the server of each test.
beforeEach(() => Object.assign(document, { cookie: `${SESSION_MARK}=of-a-test; path=/` }))
afterEach(cleanup)

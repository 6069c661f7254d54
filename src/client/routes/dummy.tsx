import { createFileRoute } from '@tanstack/react-router'

/** A page of the specification that shows nothing. */
export const Route = createFileRoute('/dummy')({ component: () => null })

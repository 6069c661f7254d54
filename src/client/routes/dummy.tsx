import { createFileRoute } from '@tanstack/react-router'

/** A page of the specification without content. */
export const Route = createFileRoute('/dummy')({ component: () => null })

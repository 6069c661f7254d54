import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#client/features/public/not-found-page.tsx'

/**
 * Any path without a page. The specification redirects it to the home page (2.1.30); a mistyped or dead link deserves a notice instead, and the
 * server answers it with 404.
 */
export const Route = createFileRoute('/$')({
  staticData: { title: 'notFound', footer: true },
  component: NotFoundPage,
})

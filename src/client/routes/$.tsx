import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#client/features/public/not-found-page.tsx'

/** Any path that is no page. The specification led it home (2.1.30); a mistyped or dead link is better told, and the server answers it with 404. */
export const Route = createFileRoute('/$')({
  staticData: { title: 'notFound', footer: true },
  component: NotFoundPage,
})

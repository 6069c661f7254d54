import { createFileRoute } from '@tanstack/react-router'
import { ConversationPage } from '#client/features/support/conversation-page.tsx'

export const Route = createFileRoute('/profile/support_/massage/$id')({
  staticData: { title: 'support' },
  component: Conversation,
})

function Conversation() {
  const { id } = Route.useParams()
  return <ConversationPage key={id} id={id} />
}

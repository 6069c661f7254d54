import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { isOperatorRole } from '#domain/operator-rights.ts'

interface Change {
  readonly name: string
  readonly before: string | null
  readonly after: string
}

/** What becomes what, of a proposal. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('desk')
  const wordsOf = ({ name }: Change, text: string) =>
    name === 'roles'
      ? text
          .split(', ')
          .map((role) => (isOperatorRole(role) ? t(`roles.${role}.name`) : role))
          .join('، ')
      : text
  return (
    <chakra.ul>
      {changes.map((change) => (
        <li key={change.name}>
          {change.before !== null && (
            <>
              <chakra.s color="fg.muted">
                <bdi>{wordsOf(change, change.before)}</bdi>
              </chakra.s>{' '}
            </>
          )}
          <bdi>{wordsOf(change, change.after)}</bdi>
        </li>
      ))}
    </chakra.ul>
  )
}

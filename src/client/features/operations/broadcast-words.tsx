import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { Input } from '#contract/endpoint.ts'
import type { sendBroadcast } from '#contract/operations-broadcasts.ts'

type Broadcast = Input<typeof sendBroadcast>['body']

const LANGUAGES = ['fa', 'en'] as const

/** The receivers of a message, in words: "Users who read English, Level 2, verified only". */
export function useReceiverText(): (receiverFilter: Broadcast['receiverFilter']) => string {
  const { t } = useTranslation('proposals')
  const { t: ofOperations } = useTranslation('operations')
  return ({ language, level, verified }) => {
    const who = language === 'ALL' ? t('broadcast.everybody') : t(`broadcast.of.${language}`)
    const ofLevel = level === 'ALL' ? who : t('broadcast.level', { who, level: ofOperations(`level.${level}`) })
    return verified ? t('broadcast.verified', { who: ofLevel }) : ofLevel
  }
}

/** A preview of a message as readers see it, in both languages. */
export function MessagePreview({ messages }: { messages: Broadcast['messages'] }) {
  const { t } = useTranslation('proposals')
  return (
    <chakra.div
      display="grid"
      gap="3"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      {LANGUAGES.map((language) => (
        <chakra.figure key={language} minWidth="0">
          <chakra.figcaption fontSize="xs" color="fg.muted" marginBottom="1">
            {t(`broadcast.in.${language}`)}
          </chakra.figcaption>
          <chakra.div
            lang={language}
            dir={language === 'fa' ? 'rtl' : 'ltr'}
            borderWidth="1px"
            borderColor="line"
            borderRadius="md"
            padding="3"
            fontSize="sm"
            overflowWrap="anywhere"
          >
            <chakra.p fontWeight="semibold">{messages[language].title}</chakra.p>
            <chakra.p whiteSpace="pre-wrap">{messages[language].text}</chakra.p>
          </chakra.div>
        </chakra.figure>
      ))}
    </chakra.div>
  )
}

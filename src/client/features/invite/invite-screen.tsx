import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitesQuery } from '#client/lib/invites.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Card } from '#client/ui/card.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { CodesSection } from './codes-section.tsx'
import { FriendsSection } from './friends-section.tsx'
import { InviteSums } from './invite-sums.tsx'
import { ShareSection } from './share-section.tsx'

/** The percentage of a fee that inviter and friend share. */
const SHARED_PERCENT = '30'

/** Codes and links to send to friends, and the rewards from those who joined. */
export function InviteScreen() {
  const { t } = useTranslation('invite')
  const language = useLanguage()
  const query = useQuery(invitesQuery())
  const [chosen, setChosen] = useState<string>()
  const invites = query.data?.baseDTO
  const codes = invites?.codes ?? []
  const code = codes.find((each) => each.code === chosen) ?? codes[0]
  return (
    <>
      <PageHeading
        title={t('title')}
        text={t('lead', { percent: amountInSentence(SHARED_PERCENT, language, { percent: true }) })}
      />
      {!invites && (
        <Card>
          <Unloaded query={query} rows={4} />
        </Card>
      )}
      {invites && code && (
        <chakra.div
          display="grid"
          gap="4"
          alignItems="start"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
        >
          <ShareSection code={code} />
          <chakra.div display="grid" gap="4">
            <InviteSums invites={invites} />
            <CodesSection codes={codes} chosen={code.code} onChoose={setChosen} />
          </chakra.div>
          <chakra.div gridColumn={{ xl: '1 / -1' }}>
            <FriendsSection />
          </chakra.div>
        </chakra.div>
      )}
    </>
  )
}

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { NOTICE_CHANNELS, NOTICE_GROUPS, type NoticeChannelName, type NoticeGroup } from '#domain/notices.ts'
import type { Preferences } from './notification-preferences.queries.ts'

type Choice = Preferences['choices'][number]

interface ChannelTableProps {
  choices: readonly Choice[]
  onChoose: (choice: { group: NoticeGroup; channel: NoticeChannelName; on: boolean }) => void
}

const cell = { paddingBlock: '1', paddingInline: '1', textAlign: 'center' } as const

/** A table of topics by channels, for the channels that the exchange offers. */
export function ChannelTable({ choices, onChoose }: ChannelTableProps) {
  const { t } = useTranslation('notifications')
  const channels = NOTICE_CHANNELS.filter((channel) => choices.some((choice) => choice.channel === channel))
  return (
    <chakra.table width="full" fontSize="sm">
      <thead>
        <chakra.tr borderBottomWidth="1px" borderColor="line" color="fg.muted">
          <chakra.th scope="col" textAlign="start" fontWeight="medium" paddingBlock="2">
            {t('preferences.subject')}
          </chakra.th>
          {channels.map((channel) => (
            <chakra.th key={channel} scope="col" fontWeight="medium" {...cell}>
              {t(`channel.${channel}`)}
            </chakra.th>
          ))}
        </chakra.tr>
      </thead>
      <tbody>
        {NOTICE_GROUPS.filter((group) => choices.some((choice) => choice.group === group)).map((group) => (
          <chakra.tr key={group} borderBottomWidth="1px" borderColor="line">
            <chakra.th scope="row" textAlign="start" fontWeight="medium" overflowWrap="anywhere">
              {t(`group.${group}`)}
            </chakra.th>
            {channels.map((channel) => (
              <chakra.td key={channel} {...cell}>
                <ChoiceOf
                  choice={choices.find((each) => each.group === group && each.channel === channel)}
                  onChoose={onChoose}
                />
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  )
}

function ChoiceOf({
  choice,
  onChoose,
}: {
  choice: Choice | undefined
  onChoose: ChannelTableProps['onChoose']
}): ReactNode {
  const { t } = useTranslation('notifications')
  if (!choice)
    return (
      <chakra.span color="fg.muted">
        <span aria-hidden="true">–</span>
        <chakra.span srOnly>{t('preferences.notOffered')}</chakra.span>
      </chakra.span>
    )
  const { group, channel, on, fixed } = choice
  if (fixed) return <chakra.span color="fg.muted">{t('preferences.always')}</chakra.span>
  return (
    // The whole cell is the touch area, not only the box.
    <chakra.span
      display="inline-flex"
      justifyContent="center"
      css={{ '& label': { minWidth: 'tap', justifyContent: 'center', gap: '0' } }}
    >
      <Checkbox checked={on} onChange={(next) => onChoose({ group, channel, on: next })}>
        <chakra.span srOnly>
          {t('preferences.by', { group: t(`group.${group}`), channel: t(`channel.${channel}`) })}
        </chakra.span>
      </Checkbox>
    </chakra.span>
  )
}

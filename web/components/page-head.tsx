import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** The head of an item's page: a picture, its name with what belongs to it beside, and a line of facts below. */
export function PageHead(props: {
  face?: ReactNode
  heading: ReactNode
  beside?: ReactNode
  facts: ReactNode
}) {
  const { face, heading, beside, facts } = props
  return (
    <div className={classes.head}>
      {face}
      <div className={classes.names}>
        <div className={classes.heading}>
          <Title order={1} className={classes.title}>
            {heading}
          </Title>
          {beside}
        </div>
        <div className={classes.facts}>{facts}</div>
      </div>
    </div>
  )
}

import classes from './tag-pill.module.css'

/** Shows a tag in its colour; a long name is cut off unless `isWhole` is set. */
export function TagPill(props: { tag: { name: string; color: string }; isWhole?: boolean }) {
  const { tag, isWhole = false } = props
  return (
    <span className={classes.tag} data-color={tag.color} data-whole={isWhole} title={tag.name}>
      <bdi dir="auto">{tag.name}</bdi>
    </span>
  )
}

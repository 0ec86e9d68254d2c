import { Link } from 'react-router';

export const LinkList = ({ links }: { links: { path: string; name: string }[] }) => (
  <ul>
    {links.map(({ path, name }) => (
      <li key={path}>
        <Link to={path}>{name}</Link>
      </li>
    ))}
  </ul>
);

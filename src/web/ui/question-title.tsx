import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';

interface QuestionTitleProps {
  /** The firm's question that the section answers: a link to its answer on Home. */
  question: string;
  title: string;
  className?: string;
}

/** A title below a question. */
export function QuestionTitle({ question, title, className }: QuestionTitleProps) {
  const number = Object.values(firm.questions).indexOf(question) + 1;
  return (
    <hgroup className={className}>
      <p className="question">
        <Link to={`/#question-${number}`}>{question}</Link>
      </p>
      <h2>{title}</h2>
    </hgroup>
  );
}

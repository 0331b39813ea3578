import { Component } from "react";

export const loaded = mark();

export default class Legacy extends Component {
  state = { count: mark() };

  onClick = () => {
    mark();
    this.setState({ count: 2 });
  };

  componentDidMount() {
    mark();
  }

  render() {
    mark();
    return (
      <button id="legacy" title="it's > 1" onClick={this.onClick}>
        {this.state.count} {[1, 2].map(n => <i key={n}>{n + mark()}</i>)} // text, no comment
      </button>
    );
  }
}

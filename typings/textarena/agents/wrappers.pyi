from textarena import Agent, AgentWrapper

class AnswerTokenAgentWrapper(AgentWrapper):
    def __init__(self, agent: Agent, answer_token: str | None = "Final Answer") -> None: ...
